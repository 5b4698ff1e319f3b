SELECT device AS stand, toUInt32(indexOf({metrics:Array(String)}, metric) - 1) AS sent, day AS part, sumForEach(total_hours) AS sums, [groupBitOr(hours)] AS reported
    FROM rollup_day_counts FINAL
    WHERE organization = {organization:UInt32}
    AND installation = {installation:UInt32}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}
    AND amount = {amount:String}
    AND ((day >= {hourFrom0:Int64} AND day < {hourTo0:Int64}))
    GROUP BY stand, sent, part
-- organization = 1
-- installation = 1
-- metrics = ["affluenceIn","affluenceOut"]
-- devices = [21,22]
-- hourFrom0 = 20539
-- hourTo0 = 20541
-- amount = "value"

SELECT device AS stand, toUInt32(indexOf({metrics:Array(String)}, metric) - 1) AS sent, toUInt32(intDiv(at + {shift0:Int64}, {width0:Int64})) AS piece, sum(part) AS amount
FROM (
    SELECT device, metric, at, argMin(part, rank) AS part
    FROM (
      SELECT device, metric, at, sum(value) AS part,
        (if(descriptors = '', 0, countSubstrings(descriptors, ';') + 1), replaceRegexpAll(descriptors, '=[^;]*', '')) AS rank
      FROM readings FINAL
      WHERE organization = {organization:UInt32}
    AND installation = {installation:UInt32}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}
    AND ((at >= {rFrom0:Int64} AND at < {rTo0:Int64}))
      GROUP BY device, metric, at, rank
    )
    GROUP BY device, metric, at
  )
GROUP BY stand, sent, piece
-- organization = 1
-- installation = 1
-- metrics = ["affluenceIn","affluenceOut"]
-- devices = [21,22]
-- rFrom0 = 1774742400000
-- rTo0 = 1774821600000
-- width0 = 86400000
-- shift0 = -1774652400000

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
-- metrics = ["affluenceIn","affluenceOut","footfall"]
-- devices = [21,22]
-- rFrom0 = 1774742400000
-- rTo0 = 1774825800000
-- rhythmDevices = [21,22]
-- intervals = [300000,300000]
-- tolerances = [150000,150000]

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
-- metrics = ["affluenceIn","affluenceOut","footfall"]
-- devices = [21,22]
-- rFrom0 = 1774742400000
-- rTo0 = 1774825800000
-- rhythmDevices = [21,22]
-- intervals = [300000,300000]
-- tolerances = [300000,300000]

WITH
  sources AS (
    SELECT source.1 AS series, source.2 AS device, source.3 AS metric, source.4 AS sign, source.5 AS begins, source.6 AS ends
    FROM (
      SELECT arrayJoin(arrayZip({sourceSeries:Array(UInt32)}, {sourceDevices:Array(UInt32)}, {sourceMetrics:Array(String)},
        {sourceSigns:Array(Int8)}, {sourceBegins:Array(Int64)}, {sourceEnds:Array(Int64)})) AS source
    )
  ),
  moments AS (
    SELECT series, at, sum(change) AS net
    FROM (
      SELECT sources.series AS series, counted.at AS at, sources.sign * counted.total * transform(concat(toString(sources.series), ' ', toString(sources.sign), ' ', toString(roundDown(counted.at, {days:Array(Int64)}))),
        {factorKeys:Array(String)}, {factors:Array(Float64)}, 1.) AS change
      FROM (
  SELECT device, metric, at, argMin(part, (coarseness, keys)) AS total
  FROM (
    SELECT device, metric, at,
      replaceRegexpAll(descriptors, '=[^;]*', '') AS keys,
      if(keys = '', 0, countSubstrings(keys, ';') + 1) AS coarseness,
      sum(value) AS part
    FROM readings FINAL
    WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}
    AND at >= {from:Int64} AND at < {to:Int64}
    GROUP BY device, metric, at, keys
  )
  GROUP BY device, metric, at) AS counted
      INNER JOIN sources ON sources.device = counted.device AND sources.metric = counted.metric
      WHERE counted.at >= sources.begins AND counted.at < sources.ends
      UNION ALL
      SELECT arrayJoin({series:Array(UInt32)}) AS series, arrayJoin({pieces:Array(Int64)}) AS at, 0. AS change
    )
    GROUP BY series, at
  ),
  balances AS (
    SELECT series, at, day, sum(net) OVER (PARTITION BY series, day ORDER BY at) AS balance
    FROM (SELECT series, at, net, roundDown(at, {resets:Array(Int64)}) AS day FROM moments)
  ),
  steps AS (
    SELECT series, at,
      balance - least(0., min(balance) OVER (PARTITION BY series, day ORDER BY at)) AS inside,
      leadInFrame(at, 1, {to:Int64}) OVER (PARTITION BY series ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS until
    FROM balances
  )
SELECT series, toFloat64(roundDown(at, {pieces:Array(Int64)})) AS edge,
  sum(inside * (until - at)) AS integral,
  min(inside) AS min, max(inside) AS max, argMin(inside, at) AS first, argMax(inside, at) AS last,
  minIf(inside, inside > 0) AS minAbove, argMinIf(inside, at, inside > 0) AS firstAbove, argMaxIf(inside, at, inside > 0) AS lastAbove
FROM steps
GROUP BY series, edge
ORDER BY series, edge
-- organization = 1
-- installations = [1]
-- metrics = ["affluenceIn","affluenceOut"]
-- devices = [21,22]
-- from = 1774652400000
-- to = 1774821600000
-- sourceSeries = [0,0,1,1]
-- sourceDevices = [21,21,22,22]
-- sourceMetrics = ["affluenceIn","affluenceOut","affluenceOut","affluenceIn"]
-- sourceSigns = [1,-1,1,-1]
-- sourceBegins = [-8640000000000000,-8640000000000000,-8640000000000000,-8640000000000000]
-- sourceEnds = [8640000000000000,8640000000000000,8640000000000000,8640000000000000]
-- series = [0,1]
-- pieces = [1774652400000,1774656000000,1774659600000,1774663200000,1774666800000,1774670400000,1774674000000,1774677600000,1774681200000,1774684800000,1774688400000,1774692000000,1774695600000,1774699200000,1774702800000,1774706400000,1774710000000,1774713600000,1774717200000,1774720800000,1774724400000,1774728000000,1774731600000,1774735200000,1774738800000,1774742400000,1774746000000,1774749600000,1774753200000,1774756800000,1774760400000,1774764000000,1774767600000,1774771200000,1774774800000,1774778400000,1774782000000,1774785600000,1774789200000,1774792800000,1774796400000,1774800000000,1774803600000,1774807200000,1774810800000,1774814400000,1774818000000]
-- resets = [1774652400000,1774738800000]
-- days = [1774652400000,1774738800000]
-- factorKeys = []
-- factors = []
