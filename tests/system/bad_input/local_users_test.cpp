// SPDX-License-Identifier: MIT
// Local users of the nodes of clusters.
#include "refusal.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace local_users_test {

const std::string shared = "simulate -p clusters -w nas_jobs -d cluster.nodes --set execution=exec "
                           "--environment local_users -o out ";

/// A parameter of the users.
Case users(const std::string& name, const std::string& parameter, const std::string& value,
           const std::string& valid) {
  const std::string share = parameter == "local_share" ? "" : "--set local_users.local_share=50 ";
  const std::string setting = "local_users." + parameter + "=" + value;
  return {name, shared + share + "--set " + setting,
          "setting " + setting + ": environment actor 'environment/local_users': parameter '" + parameter +
              "' cannot be '" + value + "'; valid: " + valid};
}

const std::vector<Case> refusals{
    users("ShareAbove100", "local_share", "101", "a number, from 0 to 100"),
    users("NegativeShare", "local_share", "-1", "a number, from 0 to 100"),
    users("ShareThatIsNoNumber", "local_share", "half", "a number, from 0 to 100"),
    {"NoShare", shared,
     "environment actor 'environment/local_users', of settings local_users.…: parameter 'local_share' is "
     "missing; "
     "valid: a number, from 0 to 100"},
    users("UnknownPlacement", "placement", "here", "one of uniform, grouped, random"),
    users("NegativeRedraw", "redraw", "-60", "a number of s, at least 0, such as 7200 or 2h"),
    users("NegativePenalty", "penalty", "-0.5", "a number, from 0 to 0.99"),
    users("PenaltyThatLeavesNothing", "penalty", "1", "a number, from 0 to 0.99"),
    users("CpuAbove100", "cpu", "101", "a number, from 0 to 100"),
    users("MemoryAbove100", "memory", "101", "a number, from 0 to 100"),
    users("NegativeTraffic", "traffic", "-1", "a number of B/s, at least 0, such as 1e9 or 1GBps"),
    users("NegativeProbe", "probe", "-1", "a number of s, at least 0, such as 7200 or 2h"),
    users("RequestOfNothing", "request", "0", "a number of s, above 0, such as 7200 or 2h"),
    {"UsersOfNoHost", shared + "--set local_users.local_share=50 --set local_users.hosts=nobody",
     "environment actor 'environment/local_users': unknown host 'nobody'; platform 'clusters' has master, "
     "front-1, "
     "node-1-0, node-1-1, node-1-2, … (19 hosts)"},
    {"UsersUnderPlannedEnds",
     "simulate -p clusters -w nas_jobs -d cluster.fcfs --environment local_users --set "
     "local_users.local_share=50 -o out",
     "{source}/deployments/cluster.fcfs.xml:5: actor 'cluster/scheduler' does not support external load "
     "(local_users.local_share=50); valid: execution=exec"},
};

INSTANTIATE_TEST_SUITE_P(LocalUsers, Refusal, ::testing::ValuesIn(refusals), ByValue());

} // namespace local_users_test
} // namespace malha::testing
