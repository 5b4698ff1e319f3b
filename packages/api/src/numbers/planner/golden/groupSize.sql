SELECT DISTINCT device, metric, replaceRegexpAll(descriptors, '=[^;]*', '') AS keys
FROM readings
WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)} AND intDiv(at, 86400000) IN {days:Array(Int64)} AND at >= {from:Int64} AND at < {to:Int64}
-- organization = 1
-- installations = [1]
-- metrics = ["numberOfGroups"]
-- devices = [21,22,23,31,32]
-- days = [20541]
-- from = 1774742400000
-- to = 1774828800000

SELECT DISTINCT device, metric, replaceRegexpAll(descriptors, '=[^;]*', '') AS keys
FROM readings
WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)} AND intDiv(at, 86400000) IN {days:Array(Int64)} AND at >= {from:Int64} AND at < {to:Int64}
-- organization = 1
-- installations = [1]
-- metrics = ["numberOfGroups"]
-- devices = [21,22,31,32]
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
-- devices = [21,22,31,32]
-- rFrom0 = 1774742400000
-- rTo0 = 1774825800000
-- rhythmDevices = [21,22,31,32]
-- intervals = [300000,300000,300000,300000]
-- tolerances = [150000,150000,150000,150000]

SELECT transform(device, {counted:Array(UInt32)}, {stands:Array(UInt32)}, toUInt32(0)) AS stand, day AS part, sumForEach(total_quarters) AS sums, groupBitOrForEach(quarters) AS reported
    FROM rollup_day_counts FINAL
    WHERE organization = {organization:UInt32}
    AND installation = {installation:UInt32}
    AND metric = {metric:String}
    AND device IN {devices:Array(UInt32)}
    AND amount = {amount:String}
    AND ((day >= {quarterFrom0:Int64} AND day < {quarterTo0:Int64}))
    GROUP BY stand, part
-- organization = 1
-- installation = 1
-- metric = "numberOfGroups"
-- devices = [21,22,31,32]
-- quarterFrom0 = 20539
-- quarterTo0 = 20541
-- amount = "value"
-- counted = [31,32,21,22]
-- stands = [31,32,32,22]

SELECT transform(device, {counted:Array(UInt32)}, {stands:Array(UInt32)}, toUInt32(0)) AS stand, toUInt32(intDiv(at + {shift0:Int64}, {width0:Int64})) AS piece, sum(part) AS amount
FROM (
    SELECT device, metric, at, argMin(part, rank) AS part
    FROM (
      SELECT device, metric, at, sum(value) AS part,
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
GROUP BY stand, piece
-- organization = 1
-- installation = 1
-- metric = "numberOfGroups"
-- devices = [21,22,31,32]
-- rFrom0 = 1774742400000
-- rTo0 = 1774821600000
-- width0 = 900000
-- shift0 = -1774652400000
-- counted = [31,32,21,22]
-- stands = [31,32,32,22]
