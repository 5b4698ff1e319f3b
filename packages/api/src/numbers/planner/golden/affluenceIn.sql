-- The same: affluenceOut, affluenceInCorrected, affluenceOutCorrected

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
-- width0 = 3600000
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
