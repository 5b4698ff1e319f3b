SELECT DISTINCT device, metric FROM (
  SELECT device, metric FROM rollup_heard WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}
  UNION ALL
  SELECT device, metric FROM readings WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)} AND intDiv(at, 86400000) IN {unrolled:Array(Int64)}
    AND at >= {from:Int64} AND at < {to:Int64}
)
-- organization = 1
-- installations = [1]
-- metrics = ["uwbAffluenceIn","uwbAffluenceOut"]
-- devices = [21,22,23,31,32]
-- unrolled = [20541]
-- from = 1774742400000
-- to = 1774828800000

SELECT DISTINCT device, metric FROM (
  SELECT device, metric FROM rollup_heard WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}
  UNION ALL
  SELECT device, metric FROM readings WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)} AND intDiv(at, 86400000) IN {unrolled:Array(Int64)}
    AND at >= {from:Int64} AND at < {to:Int64}
)
-- organization = 1
-- installations = [1]
-- metrics = ["uwbAffluenceIn","uwbAffluenceOut"]
-- devices = [31,32]
-- unrolled = [20541]
-- from = 1774742400000
-- to = 1774828800000

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
-- devices = [31,32]
-- rFrom0 = 1774742400000
-- rTo0 = 1774825800000
-- rhythmDevices = [31,32]
-- intervals = [300000,300000]
-- tolerances = [300000,300000]

SELECT installation, metric, device, groupArray(day) AS days,
  arrayMap(run -> (toFloat64(run.1) - day * 86400000., toFloat64(run.2) - day * 86400000.), spans) AS covered, arrayMap(run -> (toFloat64(run.1) - day * 86400000., toFloat64(run.2) - day * 86400000.), points) AS instants, toFloat64(gap) AS gap, described
FROM rollup_heard FINAL
WHERE organization = {organization:UInt32}
  AND installation IN {installations:Array(UInt32)}
  AND metric IN {metrics:Array(String)}
  AND ((day >= {daysFrom0:Int64} AND day < {daysTo0:Int64}))
GROUP BY installation, metric, device, covered, instants, gap, described
-- organization = 1
-- installations = [1]
-- metrics = ["affluenceIn","affluenceOut","binaryOccupancy","dwell","dwellAbandon","dwellWalkthrough","footfall","numberOfGroups","queueAbandon","queueAffluenceIn","queueAffluenceOut","queueLength","uniqueVisitors","uwbAffluenceIn","uwbAffluenceOut","uwbDwell","waitingTime"]
-- daysFrom0 = 20512
-- daysTo0 = 20544

WITH
  sources AS (
    SELECT source.1 AS series, source.2 AS device, source.3 AS metric, source.4 AS sign, source.5 AS begins, source.6 AS ends
    FROM (
      SELECT arrayJoin(arrayZip({sourceSeries:Array(UInt32)}, {sourceDevices:Array(UInt32)}, {sourceMetrics:Array(String)},
        {sourceSigns:Array(Int8)}, {sourceBegins:Array(Int64)}, {sourceEnds:Array(Int64)})) AS source
    )
  ),
  moments AS (
    SELECT series, at, sum(change) AS net, max(piece) AS piece, max(reset) AS reset, max(ends) AS ends
    FROM (
      SELECT sources.series AS series, counted.at AS at, sources.sign * counted.total AS change,
        toInt64(0) AS piece, toInt64(0) AS reset, toInt64(0) AS ends
      FROM (
  SELECT device, metric, at, value AS total
  FROM readings FINAL
  WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}
    AND ((at >= {from0:Int64} AND at < {to0:Int64}))) AS counted
      INNER JOIN sources ON sources.device = counted.device AND sources.metric = counted.metric
      WHERE counted.at >= sources.begins AND counted.at < sources.ends
      UNION ALL
      SELECT cut.1 AS series, cut.2 AS at, 0. AS change, cut.2 AS piece, cut.3 AS reset, cut.4 AS ends
      FROM (
        SELECT arrayJoin(arrayZip({pieceSeries:Array(UInt32)}, {pieces:Array(Int64)}, {pieceResets:Array(Int64)}, {pieceEnds:Array(Int64)})) AS cut
      )
    )
    GROUP BY series, at
  ),
  balances AS (
    SELECT series, at, piece, day, until, sum(net) OVER (PARTITION BY series, day ORDER BY at) AS balance
    FROM (
      SELECT series, at, net,
        max(piece) OVER past AS piece, max(reset) OVER past AS day,
        least(max(ends) OVER past, leadInFrame(at, 1, {never:Int64}) OVER (PARTITION BY series ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)) AS until
      FROM moments
      WINDOW past AS (PARTITION BY series ORDER BY at)
    )
  ),
  steps AS (
    SELECT series, at, piece, until,
      balance - least(0., min(balance) OVER (PARTITION BY series, day ORDER BY at)) AS inside
    FROM balances
  )
SELECT series, toFloat64(piece) AS edge,
  sum(inside * (until - at)) AS integral,
  min(inside) AS min, max(inside) AS max, argMin(inside, at) AS first, argMax(inside, at) AS last,
  minIf(inside, inside > 0) AS minAbove, argMinIf(inside, at, inside > 0) AS firstAbove, argMaxIf(inside, at, inside > 0) AS lastAbove
FROM steps
GROUP BY series, edge
ORDER BY series, edge
-- organization = 1
-- installations = [1]
-- metrics = ["uwbAffluenceIn","uwbAffluenceOut"]
-- devices = [31,32]
-- from = 0
-- to = 0
-- from0 = 1774652400000
-- to0 = 1774821600000
-- sourceSeries = [0,0,1,1]
-- sourceDevices = [32,32,31,31]
-- sourceMetrics = ["uwbAffluenceIn","uwbAffluenceOut","uwbAffluenceIn","uwbAffluenceOut"]
-- sourceSigns = [1,-1,1,-1]
-- sourceBegins = [1774652400000,1774652400000,1774652400000,1774652400000]
-- sourceEnds = [1774821600000,1774821600000,1774821600000,1774821600000]
-- pieceSeries = [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]
-- pieces = [1774652400000,1774656000000,1774659600000,1774663200000,1774666800000,1774670400000,1774674000000,1774677600000,1774681200000,1774684800000,1774688400000,1774692000000,1774695600000,1774699200000,1774702800000,1774706400000,1774710000000,1774713600000,1774717200000,1774720800000,1774724400000,1774728000000,1774731600000,1774735200000,1774738800000,1774742400000,1774746000000,1774749600000,1774753200000,1774756800000,1774760400000,1774764000000,1774767600000,1774771200000,1774774800000,1774778400000,1774782000000,1774785600000,1774789200000,1774792800000,1774796400000,1774800000000,1774803600000,1774807200000,1774810800000,1774814400000,1774818000000,1774652400000,1774656000000,1774659600000,1774663200000,1774666800000,1774670400000,1774674000000,1774677600000,1774681200000,1774684800000,1774688400000,1774692000000,1774695600000,1774699200000,1774702800000,1774706400000,1774710000000,1774713600000,1774717200000,1774720800000,1774724400000,1774728000000,1774731600000,1774735200000,1774738800000,1774742400000,1774746000000,1774749600000,1774753200000,1774756800000,1774760400000,1774764000000,1774767600000,1774771200000,1774774800000,1774778400000,1774782000000,1774785600000,1774789200000,1774792800000,1774796400000,1774800000000,1774803600000,1774807200000,1774810800000,1774814400000,1774818000000]
-- pieceResets = [1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774652400000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000,1774738800000]
-- pieceEnds = [1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000,1774821600000]
-- never = 8640000000000000
