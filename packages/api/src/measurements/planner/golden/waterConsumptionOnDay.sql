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
-- devices = [31]
-- rFrom0 = 1774734600000
-- rTo0 = 1774825800000
-- rhythmDevices = [31]
-- intervals = [300000]
-- tolerances = [300000]

SELECT device, metric FROM readings
WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}
    AND at >= {from:Int64} AND at < {to:Int64}
LIMIT 1 BY device, metric
-- organization = 1
-- installations = [1]
-- metrics = ["waterConsumption"]
-- devices = [31]
-- from = -8640000000000000
-- to = 8640000000000000

WITH samples AS (
  SELECT device, metric, toString(descriptors) AS register, at AS moment, value AS stand FROM readings FINAL
  WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}
    AND at >= {from:Int64} AND at < {to:Int64}
  UNION ALL
  SELECT device, metric, toString(descriptors) AS register, max(at) AS moment, argMax(value, at) AS stand FROM readings FINAL
  WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}
    AND at < {from:Int64}
  GROUP BY device, metric, register
)
SELECT device, metric, register AS descriptors, toFloat64(roundDown(moment, {edges:Array(Int64)})) AS edge,
  sum(multiIf(stand >= before, stand - before, rollover > 0 AND stand - before + rollover < rollover / 2, stand - before + rollover, stand < before / 10, stand, 0)) AS amount,
  toFloat64(countIf(moment - since > gap)) AS gaps, toFloat64(countIf(stand < before AND NOT (rollover > 0 AND stand - before + rollover < rollover / 2) AND NOT stand < before / 10)) AS backs,
  toFloat64(min(since)) AS previous
FROM (
  SELECT device, metric, register, moment, stand,
    row_number() OVER line AS number,
    lagInFrame(stand) OVER line AS before,
    lagInFrame(moment) OVER line AS since,
    transform(device, {meters:Array(UInt32)}, {rollovers:Array(Float64)}, 0.) AS rollover,
    transform(device, {meters:Array(UInt32)}, {gaps:Array(Int64)}, toInt64(0)) AS gap
  FROM samples
  WINDOW line AS (PARTITION BY device, metric, register ORDER BY moment ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
)
WHERE number > 1 AND moment >= {from:Int64}
GROUP BY device, metric, register, edge
-- organization = 1
-- installations = [1]
-- metrics = ["waterConsumption"]
-- devices = [31]
-- from = 1774645200000
-- to = 1774821600000
-- edges = [1774645200000,1774738800000,1774742400000,1774746000000,1774749600000,1774753200000,1774756800000,1774760400000,1774764000000,1774767600000,1774771200000,1774774800000,1774778400000,1774782000000,1774785600000,1774789200000,1774792800000,1774796400000,1774800000000,1774803600000,1774807200000,1774810800000,1774814400000,1774818000000]
-- meters = [31]
-- rollovers = [0]
-- gaps = [600000]
