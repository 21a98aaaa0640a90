// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace malha::testing {

/// A scenario of two runs over two loads and three seeds, with published values: one agrees, one is missed,
/// one deviates.
inline const std::string waits_scenario = R"(<?xml version="1.0"?>
<scenario>
  <question>Which waits less, "a" &amp; b, &lt;/script&gt;?</question>
  <platform name="star"/>
  <workload name="rigid_jobs"/>
  <seeds vary="the workload" number="3"/>
  <set key="platform.hosts" value="4"/>
  <set key="transport" value="instant"/>
  <set key="workload.jobs" value="30"/>
  <vary key="workload.interarrival" values="300 600"/>
  <run name="fcfs" deployment="cluster.fcfs"/>
  <run name="easy" deployment="cluster.easy_backfill"/>
  <measure metric="makespan"/>
  <published metric="makespan" called="M" cell="run=fcfs workload.interarrival=300" value="9000" unit="s" tolerance="factor 10" source="tonelli2010" where="Table 1" read="table"/>
  <published metric="makespan" called="M" cell="run=easy workload.interarrival=300" value="1" unit="s" tolerance="1%" source="tonelli2010" where="Table 1" read="table"><deviation>the machine is another</deviation></published>
  <published metric="makespan" called="M" cell="run=easy workload.interarrival=600" value="2" unit="s" tolerance="1%" source="tonelli2010" where="Table 1" read="table"/>
  <claim text="jobs take time" metric="makespan" cell="run=fcfs workload.interarrival=300" at_least="1" source="arithmetic" where="-"/>
  <claim text="jobs that come more often wait less" metric="makespan" less="run=fcfs workload.interarrival=300" than="run=fcfs workload.interarrival=600" source="arithmetic" where="-"/>
</scenario>
)";

} // namespace malha::testing
