# how fast: a factor of the speed
0.0 1.0
5.0 0.5
10.0 1.0
LOOPAFTER 5
