-- The same: waterConsumptionOnDay

SELECT DISTINCT device, metric, replaceRegexpAll(descriptors, '=[^;]*', '') AS keys
FROM readings
WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)} AND intDiv(at, 86400000) IN {days:Array(Int64)} AND at >= {from:Int64} AND at < {to:Int64}
-- organization = 1
-- installations = [1]
-- metrics = ["waterConsumption"]
-- devices = [31,32]
-- days = [20541]
-- from = 1774742400000
-- to = 1774828800000

SELECT DISTINCT installation, device, metric, replaceRegexpAll(arrayJoin(described), '=[^;]*', '') AS keys
FROM rollup_heard
WHERE organization = {organization:UInt32} AND installation IN {installations:Array(UInt32)}
-- organization = 1
-- installations = [1]

SELECT device,
  groupArrayIf(toFloat64(before), at - before > tolerance) AS holeBegins,
  groupArrayIf(toFloat64(at), at - before > tolerance) AS holeEnds,
  toFloat64(max(until)) AS until,
  groupUniqArray(descriptors) AS described
FROM (
  SELECT device, at, descriptors, until,
    max(until) OVER (PARTITION BY device ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before,
    transform(device, {rhythmDevices:Array(UInt32)}, {tolerances:Array(Int64)}, toInt64(0)) AS tolerance
  FROM (
    SELECT device, at, descriptors,
      at + if(interval > 0, toInt64(interval) * 1000, transform(device, {rhythmDevices:Array(UInt32)}, {intervals:Array(Int64)}, toInt64(0))) AS until
    FROM readings
    WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}
      AND ((at >= {rFrom0:Int64} AND at < {rTo0:Int64}))
  )
)
GROUP BY device
-- organization = 1
-- installations = [1]
-- metrics = ["waterConsumption"]
-- devices = [31,32]
-- rFrom0 = 1774742400000
-- rTo0 = 1774825800000
-- rhythmDevices = [31,32]
-- intervals = [300000,300000]
-- tolerances = [300000,300000]

SELECT device, metric, register AS descriptors, toFloat64(day) AS day,
  if(empty(ends), arrayMap(place -> toFloat64(moments[place]), kept), arrayMap(run -> toFloat64(moments[run[1]]), runs)) AS times,
  if(empty(ends), arrayMap(place -> levels[place], kept), arrayMap(run -> arraySum(place -> levels[place], run), runs)) AS values,
  if(empty(ends), [], arrayMap(run -> toFloat64(ends[run[-1]] - moments[run[1]]), runs)) AS lengths
FROM (
  SELECT *, arrayMap(moment -> roundDown(moment, {edges:Array(Int64)}), moments) AS pieces,
    arrayFilter(place -> isWhole OR place = 1 OR place = length(moments) OR pieces[place] != pieces[place - 1] OR pieces[place] != pieces[place + 1],
      arrayEnumerate(moments)) AS kept,
    arrayMap(end -> roundDown(end - 1, {edges:Array(Int64)}), ends) AS lastPieces,
    arrayExists(place -> place > 1 AND moments[place] < ends[place - 1], arrayEnumerate(ends)) AS isOverlapping,
    arraySplit(place -> place = 1 OR isOverlapping OR day IN {wholeDays:Array(UInt32)} OR moments[place] != ends[place - 1]
      OR moments[place - 1] < tail OR ends[place] > (toInt64(day) + 1) * 86400000 OR pieces[place] != pieces[place - 1]
      OR lastPieces[place] != pieces[place] OR lastPieces[place - 1] != pieces[place - 1], arrayEnumerate(ends)) AS runs
  FROM (
    SELECT *, turns OR lagInFrame(turns) OVER line OR day - lagInFrame(day) OVER line > 1 OR day IN {wholeDays:Array(UInt32)}
        OR max(notEmpty(lengths)) OVER since AS isWhole
    FROM (
      SELECT *, lagInFrame(isSteady) OVER line AS wasSteady, lagInFrame(arrayMax(ends)) OVER line AS tail,
        falls OR ((wasSteady OR lagInFrame(falls) OVER line) AND NOT isSteady) AS turns
      FROM (
        SELECT *, lagInFrame(last, 1, first) OVER line AS before, fell OR first < before AS falls,
          row_number() OVER line > 1 AND NOT falls AND first = last AND first = before AS isSteady,
          arrayMap(place -> moments[place] + toInt64(lengths[place]) * 1000, arrayEnumerate(lengths)) AS ends
        FROM (
          SELECT device, metric, toString(descriptors) AS register, day, first, last, notEmpty(falls) AS fell, lengths,
      arrayMap(time -> toInt64(day) * 86400000 + time, times) AS moments, levels
    FROM rollup_day_meters FINAL
    WHERE organization = {organization:UInt32}
    AND installation = {installation:UInt32}
    AND metric = {metric:String}
    AND device IN {devices:Array(UInt32)}
    AND ((day >= {wholeFrom0:Int64} AND day < {wholeTo0:Int64}) OR (day >= {wholeFrom1:Int64} AND day < {wholeTo1:Int64}))
          UNION ALL
          SELECT device, metric, register, day, found[1].2 AS first, found[-1].2 AS last,
      arrayExists((one, next) -> next.2 < one.2, arrayPopBack(found), arrayPopFront(found)) AS fell,
      if(position(toString(register), 'kind=amount') > 0, found.3, []) AS lengths, found.1 AS moments, found.2 AS levels
    FROM (
      SELECT device, metric, toString(descriptors) AS register, toUInt32(intDiv(at, 86400000)) AS day, arraySort(groupArray((at, value, interval))) AS found
      FROM readings FINAL
      WHERE organization = {organization:UInt32}
    AND installation = {installation:UInt32}
    AND metric = {metric:String}
    AND device IN {devices:Array(UInt32)}
      AND ((at >= {rFrom0:Int64} AND at < {rTo0:Int64}))
      GROUP BY device, metric, register, day
    )
        )
        WINDOW line AS (PARTITION BY device, metric, register ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
      )
      WINDOW line AS (PARTITION BY device, metric, register ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    )
    WINDOW line AS (PARTITION BY device, metric, register ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW),
      since AS (PARTITION BY device, metric ORDER BY day RANGE BETWEEN 1 PRECEDING AND CURRENT ROW)
  )
)
-- organization = 1
-- installation = 1
-- metric = "waterConsumption"
-- devices = [31,32]
-- edges = [0,1771718400000,1774652400000,1774656000000,1774659600000,1774663200000,1774666800000,1774670400000,1774674000000,1774677600000,1774681200000,1774684800000,1774688400000,1774692000000,1774695600000,1774699200000,1774702800000,1774706400000,1774710000000,1774713600000,1774717200000,1774720800000,1774724400000,1774728000000,1774731600000,1774735200000,1774738800000,1774742400000,1774746000000,1774749600000,1774753200000,1774756800000,1774760400000,1774764000000,1774767600000,1774771200000,1774774800000,1774778400000,1774782000000,1774785600000,1774789200000,1774792800000,1774796400000,1774800000000,1774803600000,1774807200000,1774810800000,1774814400000,1774818000000,1774821600000,1777680000000]
-- wholeDays = []
-- wholeFrom0 = 20506
-- wholeTo0 = 20541
-- wholeFrom1 = 20542
-- wholeTo1 = 20575
-- rFrom0 = 1774742400000
-- rTo0 = 1774828800000
