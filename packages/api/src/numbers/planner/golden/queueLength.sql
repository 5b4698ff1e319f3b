-- The same: linearDensity

SELECT DISTINCT device, metric, replaceRegexpAll(descriptors, '=[^;]*', '') AS keys
FROM readings
WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)} AND intDiv(at, 86400000) IN {days:Array(Int64)} AND at >= {from:Int64} AND at < {to:Int64}
-- organization = 1
-- installations = [1]
-- metrics = ["queueLength"]
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
-- metrics = ["affluenceIn","affluenceOut","binaryOccupancy","dwell","dwellAbandon","dwellWalkthrough","footfall","numberOfGroups","queueAbandon","queueAffluenceIn","queueAffluenceOut","queueLength","uniqueVisitors","uwbAffluenceIn","uwbAffluenceOut","uwbDwell","waitingTime"]
-- devices = [31,32]
-- rFrom0 = 1774742400000
-- rTo0 = 1774825800000
-- rhythmDevices = [31,32]
-- intervals = [300000,300000]
-- tolerances = [300000,300000]
