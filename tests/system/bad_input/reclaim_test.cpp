// SPDX-License-Identifier: MIT
// Owners who take their hosts back.
#include "refusal.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace reclaim_test {

const std::string owned = "simulate -p star -w bag_of_tasks --environment reclaim -o out ";
const std::string times = "--set reclaim.idle=50 --set reclaim.busy=10 ";

/// A parameter of the owners, given last.
Case owners(const std::string& name, const std::string& parameter, const std::string& value,
            const std::string& valid) {
  const std::string other = parameter == "idle"   ? "--set reclaim.busy=10 "
                            : parameter == "busy" ? "--set reclaim.idle=50 "
                                                  : times;
  const std::string setting = "reclaim." + parameter + "=" + value;
  return {name, owned + "-d broker.workqueue " + other + "--set " + setting,
          "setting " + setting + ": environment actor 'environment/reclaim': parameter '" + parameter +
              "' cannot be '" + value + "'; valid: " + valid};
}

const std::vector<Case> refusals{
    owners("ShareAbove100", "share", "101", "a number, from 0 to 100"),
    owners("NegativeIdleTime", "idle", "-1", "a number of s, above 0, such as 7200 or 2h"),
    owners("BusyTimeOfNothing", "busy", "0", "a number of s, above 0, such as 7200 or 2h"),
    {"NoIdleTime", owned + "-d broker.workqueue --set reclaim.busy=10",
     "environment actor 'environment/reclaim', of settings reclaim.…: parameter 'idle' is missing; valid: a "
     "number of s, above 0, such as 7200 or 2h"},
    {"OfTheMaster", owned + times + "-d broker.workqueue --set transport=instant --set reclaim.hosts=host-0",
     "environment actor 'environment/reclaim': reclaim.hosts is 'host-0', which is no host but those of "
     "@role=master; valid: a selector of others, or reclaim.share=0"},
    {"OfAnArchitectureThatDoesNotBearThem", owned + times + "-d easygrid.one_site",
     "{source}/deployments/easygrid.one_site.xml:5: actor 'easygrid/site_manager' does not support hosts "
     "that fail (reclaim.share=100); valid: reclaim.share=0, or a deployment whose entry point is one of "
     "broker/broker, "
     "cluster/scheduler, easygrid/application, multicluster/meta_scheduler, ownership/pool, "
     "tuple_space/broker"},
    {"OnANetworkWithASubmitter", owned + times + "-d cluster.fcfs",
     "{source}/deployments/cluster.fcfs.xml:5: actor 'cluster/scheduler' does not support hosts that fail "
     "(reclaim.share=100); valid: execution=timeline with transport=instant, or execution=timeline without "
     "workload/submitter, or execution=messages, or execution=exec"},
    {"OfTheHead", owned + times + "-d good/head_on_worker.xml --set transport=instant",
     "environment actor 'environment/reclaim': reclaim.hosts is '@role=worker', and host 'host-1' must stay, "
     "since actor 'cluster/scheduler' is there; valid: a deployment that has it on a host of @role=master, "
     "another reclaim.hosts, or reclaim.share=0"},
    {"OfAHostThatCrashes",
     owned + times +
         "-d broker.workqueue --set transport=instant --set platform.hosts=2 --environment crashes --set "
         "crashes.share=100",
     "environment actor 'environment/crashes': host 'host-1' is switched by two environment actors; valid: "
     "hosts of their own for each"},
    {"OfTooManyServers", owned + times + "-d tuple_space.replicated --set platform.hosts=6",
     "2 of the 3 servers of the tuple space will fail, and faults is 1; valid: crashes.hosts, "
     "failures.hosts or reclaim.hosts with no more of their hosts, or more servers and faults"},
};

INSTANTIATE_TEST_SUITE_P(Reclaim, Refusal, ::testing::ValuesIn(refusals), ByValue());

} // namespace reclaim_test
} // namespace malha::testing
