SELECT DISTINCT device, metric, replaceRegexpAll(descriptors, '=[^;]*', '') AS keys
FROM readings
WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)} AND intDiv(at, 86400000) IN {days:Array(Int64)} AND at >= {from:Int64} AND at < {to:Int64}
-- organization = 1
-- installations = [1]
-- metrics = ["uwbAffluenceOut"]
-- devices = [21,22,23,31,32]
-- days = [20541]
-- from = 1774742400000
-- to = 1774828800000

SELECT DISTINCT installation, device, metric, replaceRegexpAll(arrayJoin(described), '=[^;]*', '') AS keys
FROM rollup_heard
WHERE organization = {organization:UInt32} AND installation IN {installations:Array(UInt32)}
-- organization = 1
-- installations = [1]
