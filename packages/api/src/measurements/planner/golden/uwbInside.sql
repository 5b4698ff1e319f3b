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
