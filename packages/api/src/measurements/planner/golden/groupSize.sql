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
-- devices = [21,22,31]
-- rFrom0 = 1774734600000
-- rTo0 = 1774825800000
-- rhythmDevices = [21,22,31]
-- intervals = [300000,300000,300000]
-- tolerances = [150000,150000,150000]

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
-- rFrom0 = 1774734600000
-- rTo0 = 1774825800000
-- rhythmDevices = [21,22]
-- intervals = [300000,300000]
-- tolerances = [150000,150000]

SELECT device, metric FROM readings
WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}
    AND at >= {from:Int64} AND at < {to:Int64}
LIMIT 1 BY device, metric
-- organization = 1
-- installations = [1]
-- metrics = ["numberOfGroups"]
-- devices = [21,22,23,31]
-- from = -8640000000000000
-- to = 8640000000000000

SELECT device, metric FROM readings
WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}
    AND at >= {from:Int64} AND at < {to:Int64}
LIMIT 1 BY device, metric
-- organization = 1
-- installations = [1]
-- metrics = ["numberOfGroups"]
-- devices = [21,22,31]
-- from = -8640000000000000
-- to = 8640000000000000

SELECT device, metric, descriptors, groupArray(edge) AS edges, groupArray(value) AS values
FROM (
  SELECT device, metric, descriptors, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge, sum(value) AS value
  FROM readings FINAL
  WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}
    AND at >= {from:Int64} AND at < {to:Int64}
  GROUP BY device, metric, descriptors, edge
)
GROUP BY device, metric, descriptors
-- organization = 1
-- installations = [1]
-- metrics = ["affluenceIn","affluenceOut","numberOfGroups"]
-- devices = [21,22,31]
-- from = 1774738800000
-- to = 1774821600000
-- edges = [1774738800000,1774742400000,1774746000000,1774749600000,1774753200000,1774756800000,1774760400000,1774764000000,1774767600000,1774771200000,1774774800000,1774778400000,1774782000000,1774785600000,1774789200000,1774792800000,1774796400000,1774800000000,1774803600000,1774807200000,1774810800000,1774814400000,1774818000000]
