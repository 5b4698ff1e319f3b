SELECT DISTINCT device, metric, replaceRegexpAll(descriptors, '=[^;]*', '') AS keys
FROM readings
WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)} AND intDiv(at, 86400000) IN {days:Array(Int64)} AND at >= {from:Int64} AND at < {to:Int64}
-- organization = 1
-- installations = [1]
-- metrics = ["dwell"]
-- devices = [21,31,32]
-- days = [20541]
-- from = 1774742400000
-- to = 1774828800000

SELECT DISTINCT installation, device, metric, replaceRegexpAll(arrayJoin(described), '=[^;]*', '') AS keys
FROM rollup_heard
WHERE organization = {organization:UInt32} AND installation IN {installations:Array(UInt32)}
-- organization = 1
-- installations = [1]

SELECT day AS part, sumForEach(total_hours) AS sums, [groupBitOr(hours)] AS reported
    FROM rollup_day_counts FINAL
    WHERE organization = {organization:UInt32}
    AND installation = {installation:UInt32}
    AND metric = {metric:String}
    AND device IN {devices:Array(UInt32)}
    AND amount = {amount:String}
    AND ((day >= {hourFrom0:Int64} AND day < {hourTo0:Int64}))
    GROUP BY part
-- organization = 1
-- installation = 1
-- metric = "dwell"
-- devices = [21,31,32]
-- hourFrom0 = 20539
-- hourTo0 = 20541
-- amount = "weight"

SELECT day AS part, sumForEach(total_hours) AS sums, [groupBitOr(hours)] AS reported
    FROM rollup_day_counts FINAL
    WHERE organization = {organization:UInt32}
    AND installation = {installation:UInt32}
    AND metric = {metric:String}
    AND device IN {devices:Array(UInt32)}
    AND amount = {amount:String}
    AND ((day >= {hourFrom0:Int64} AND day < {hourTo0:Int64}))
    GROUP BY part
-- organization = 1
-- installation = 1
-- metric = "dwell"
-- devices = [21,31,32]
-- hourFrom0 = 20539
-- hourTo0 = 20541
-- amount = "weighted"

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
-- metrics = ["affluenceIn","affluenceOut","binaryOccupancy","dwell","dwellAbandon","dwellWalkthrough","footfall","numberOfGroups","queueAbandon","queueAffluenceIn","queueAffluenceOut","queueLength","uniqueVisitors","uwbAffluenceIn","uwbAffluenceOut","uwbDwell","waitingTime"]
-- devices = [21,31,32]
-- rFrom0 = 1774742400000
-- rTo0 = 1774825800000
-- rhythmDevices = [21,31,32]
-- intervals = [300000,300000,300000]
-- tolerances = [150000,150000,150000]

SELECT device, metric, split, edge, groupArray(value) AS values, groupArray(visits) AS weights
FROM (
  SELECT device, metric, split, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge, value, sum(weight) AS visits
  FROM (
    SELECT device, metric, at, value, weight, split, rank, min(rank) OVER (PARTITION BY device, metric, at) AS best
    FROM (
      SELECT device, metric, at, value, weight AS weight, 
        replaceRegexpAll(descriptors, '=[^;]*', '') AS keys,
        hasAll(splitByChar(';', keys), {splits:Array(String)}) AS carries,
        (1 - carries, if(keys = '', 0, countSubstrings(keys, ';') + 1), keys) AS rank,
        if(carries, arrayStringConcat(arrayMap(
          key -> substring(arrayFirst(pair -> startsWith(pair, concat(key, '=')), splitByChar(';', toString(descriptors))), length(key) + 2),
          {splits:Array(String)}), ';'), '') AS split
      FROM readings FINAL
      WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}
    AND at >= {from:Int64} AND at < {to:Int64}
    )
  )
  WHERE rank = best AND weight > 0
  GROUP BY device, metric, split, edge, value
)
GROUP BY device, metric, split, edge
-- organization = 1
-- installations = [1]
-- metrics = ["dwell"]
-- devices = [21,31,32]
-- from = 1774652400000
-- to = 1774821600000
-- edges = [1774652400000,1774656000000,1774659600000,1774663200000,1774666800000,1774670400000,1774674000000,1774677600000,1774681200000,1774684800000,1774688400000,1774692000000,1774695600000,1774699200000,1774702800000,1774706400000,1774710000000,1774713600000,1774717200000,1774720800000,1774724400000,1774728000000,1774731600000,1774735200000,1774738800000,1774742400000,1774746000000,1774749600000,1774753200000,1774756800000,1774760400000,1774764000000,1774767600000,1774771200000,1774774800000,1774778400000,1774782000000,1774785600000,1774789200000,1774792800000,1774796400000,1774800000000,1774803600000,1774807200000,1774810800000,1774814400000,1774818000000]
-- splits = []

SELECT toUInt32(intDiv(at + {shift0:Int64}, {width0:Int64})) AS piece, sum(part) AS amount
FROM (
    SELECT device, metric, at, argMin(part, rank) AS part
    FROM (
      SELECT device, metric, at, sum(value * weight) AS part,
        (if(descriptors = '', 0, countSubstrings(descriptors, ';') + 1), replaceRegexpAll(descriptors, '=[^;]*', '')) AS rank
      FROM readings FINAL
      WHERE organization = {organization:UInt32}
    AND installation = {installation:UInt32}
    AND metric = {metric:String}
    AND device IN {devices:Array(UInt32)}
    AND ((at >= {rFrom0:Int64} AND at < {rTo0:Int64}))
      GROUP BY device, metric, at, rank
    )
    GROUP BY device, metric, at
  )
GROUP BY piece
-- organization = 1
-- installation = 1
-- metric = "dwell"
-- devices = [21,31,32]
-- rFrom0 = 1774742400000
-- rTo0 = 1774821600000
-- width0 = 3600000
-- shift0 = -1774652400000

SELECT toUInt32(intDiv(at + {shift0:Int64}, {width0:Int64})) AS piece, sum(part) AS amount
FROM (
    SELECT device, metric, at, argMin(part, rank) AS part
    FROM (
      SELECT device, metric, at, sum(weight) AS part,
        (if(descriptors = '', 0, countSubstrings(descriptors, ';') + 1), replaceRegexpAll(descriptors, '=[^;]*', '')) AS rank
      FROM readings FINAL
      WHERE organization = {organization:UInt32}
    AND installation = {installation:UInt32}
    AND metric = {metric:String}
    AND device IN {devices:Array(UInt32)}
    AND ((at >= {rFrom0:Int64} AND at < {rTo0:Int64}))
      GROUP BY device, metric, at, rank
    )
    GROUP BY device, metric, at
  )
GROUP BY piece
-- organization = 1
-- installation = 1
-- metric = "dwell"
-- devices = [21,31,32]
-- rFrom0 = 1774742400000
-- rTo0 = 1774821600000
-- width0 = 3600000
-- shift0 = -1774652400000
