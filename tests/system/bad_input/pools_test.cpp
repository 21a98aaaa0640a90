// SPDX-License-Identifier: MIT
// Pools of owned machines, and the bags of their users.
#include "refusal.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace pools_test {

const std::string pool = "simulate -p owned_pool -d ownership.osep -w user_bags -o out ";

/// A setting of the pool, of a policy or of a part of them: `what` is said behind "setting K=V: ".
Case setting(const std::string& name, const std::string& key_and_value, const std::string& what) {
  return {name, pool + "--set " + key_and_value, "setting " + key_and_value + ": " + what};
}

std::string cannot_be(const std::string& parameter, const std::string& value, const std::string& valid) {
  return "parameter '" + parameter + "' cannot be '" + value + "'; valid: " + valid;
}

Case platform(const std::string& name, const std::string& key, const std::string& value,
              const std::string& valid) {
  return {name, pool + "--set platform." + key + "=" + value,
          "platform 'owned_pool': " + cannot_be(key, value, valid)};
}

Case workload(const std::string& name, const std::string& key, const std::string& value,
              const std::string& valid, const std::string& more = "") {
  return {name, pool + "--set workload." + key + "=" + value + more,
          "workload 'user_bags': " + cannot_be(key, value, valid)};
}

const std::string some_machines =
    "whole numbers of machines, at least one machine in all, and at most 100000";
const std::string of_pool = "actor 'ownership/pool': ";
const std::string in_period =
    "{source}/deployments/ownership.osep.xml:5: actor 'ownership/pool' on host 'master': parameter '";

const std::vector<Case> pools{
    platform("PartOfAMachine", "machines", "2.5,1", some_machines),
    platform("NoMachineAtAll", "machines", "0,0", some_machines),
    platform("TooManyMachines", "machines", "60000,60000", some_machines),
    platform("NegativeMachines", "machines", "-1,2", "numbers separated by commas, each from 0 to 100000"),
    {"MoreOwnersThanMachines", pool + "--set platform.machines=3 --set platform.owners=4",
     "platform 'owned_pool': " + cannot_be("machines", "3", "one number, at least the 4 of owners")},
    {"DrawnAndGivenShares", pool + "--set platform.machines=3,4 --set platform.owners=2",
     "platform 'owned_pool': " + cannot_be("machines", "3,4", "one number, at least the 2 of owners")},
    platform("SpeedsOfOthers", "speeds", "3,2,1", "one speed, or one for each of the 2 owners"),
    {"SpeedsOfOthersThanAreDrawn",
     pool + "--set platform.machines=9 --set platform.owners=3 --set platform.speeds=1,2",
     "platform 'owned_pool': " + cannot_be("speeds", "1,2", "one speed, or one for each of the 3 owners")},
    platform("MachineWithoutSpeed", "speeds", "0",
             "numbers of flop/s separated by commas, each above 0, such as 1e9 or 1Gf"),
    setting("NoPeriod", "period=0",
            of_pool + cannot_be("period", "0", "a number of s, above 0, such as 7200 or 2h")),
    {"OffsetOfAPeriod", pool + "--set offset=20",
     in_period + "offset' is 20 s; valid: less than period, 20 s"},
    {"PhaseOfMoreThanAPeriod", pool + "--set period=5 --set offset=0 --set phase=7.5",
     in_period + "phase' is 7.5 s; valid: less than period, 5 s"},
    setting("NegativeOffset", "offset=-1",
            of_pool + cannot_be("offset", "-1", "a number of s, at least 0, such as 7200 or 2h")),
    setting("NegativePhase", "phase=-1",
            of_pool + cannot_be("phase", "-1", "a number of s, at least 0, such as 7200 or 2h")),
    setting("NegativeLease", "lease=-1",
            of_pool + cannot_be("lease", "-1", "a number of s, at least 0, such as 7200 or 2h")),
    setting("NegativeSubmissionDelay", "submission_delay=-1",
            of_pool + cannot_be("submission_delay", "-1", "a number of s, at least 0, such as 7200 or 2h")),
    setting("NegativeDetectionDelay", "detection_delay=-1",
            of_pool + cannot_be("detection_delay", "-1", "a number of s, at least 0, such as 7200 or 2h")),
    setting("NegativeCost", "checkpoint_cost=-1",
            of_pool + cannot_be("checkpoint_cost", "-1", "a number of s, at least 0, such as 7200 or 2h")),
    setting("NegativeImage", "checkpoint_size=-1",
            of_pool +
                cannot_be("checkpoint_size", "-1", "a number of B, from 0 to 1e+15, such as 1e6 or 1MB")),
    setting("StopOfNothing", "policy.preemption.maxt=0",
            "policy 'ownership/osep': " + cannot_be("maxt", "0", "an integer, at least 1")),
    {"HalfLifeOfNothing",
     pool + "--set policy.negotiation=ownership/fair_share --set policy.negotiation.half_life=0",
     "setting policy.negotiation.half_life=0: policy 'ownership/fair_share': " +
         cannot_be("half_life", "0", "a number of s, above 0, such as 7200 or 2h")},
    setting("NegotiationForAPreemption", "policy.preemption=ownership/owner_share",
            "policy 'ownership/owner_share' answers ownership/negotiation, not ownership/preemption; valid: "
            "{policies of ownership/preemption}"),
    setting(
        "PolicyOfABroker", "policy.negotiation=broker/workqueue",
        "policy 'broker/workqueue' answers broker/assignment, not ownership/negotiation; valid: {policies "
        "of ownership/negotiation}"),
    {"PlannedEndsUnderLoad", pool + "--environment external_load",
     "{source}/deployments/ownership.osep.xml:5: actor 'ownership/pool' does not support external load "
     "(environment actor 'environment/external_load'); valid: execution=exec"},
    {"RigidJobInAPool",
     "simulate -p owned_pool -d ownership.osep -w rigid_jobs --set workload.max_resources=1000000 -o out",
     "workload 'rigid_jobs': job 0 is a rigid job, which actor 'ownership/pool' does not run; valid: bag of "
     "tasks, DAG"},
};
INSTANTIATE_TEST_SUITE_P(Pool, Refusal, ::testing::ValuesIn(pools), ByValue());

const std::string until = " --set workload.until=100";

const std::vector<Case> bags{
    workload("PartOfATask", "tasks", "1.5,2", "whole numbers"),
    workload("DatesOfOthers", "dates", "0,1,2", "one number, or one for each of the 2 users of tasks"),
    workload("TimesBetweenBagsOfOthers", "interarrival", "5,6,7",
             "one number, or one for each of the 2 users of tasks", until),
    workload("LengthsOfOthers", "lengths", "1/2/3",
             "lengths for all users, or for each of the 2 users of tasks"),
    workload("LengthOfNothing", "lengths", "300,0",
             "numbers above 0 with ',' between them, and '/' between users"),
    workload("LengthThatIsMissing", "lengths", "1,,2",
             "numbers above 0 with ',' between them, and '/' between users"),
    workload("NegativeDate", "dates", "-1,0",
             "numbers of s separated by commas, each at least 0, such as 7200 or 2h"),
    workload("TimeBetweenBagsThatDoNotCome", "interarrival", "5", "0, where workload.until is 0"),
    {"BagsAtOneDate", pool + until.substr(1),
     "workload 'user_bags': " + cannot_be("interarrival", "0", "above 0, with workload.until above 0")},
};
INSTANTIATE_TEST_SUITE_P(UserBags, Refusal, ::testing::ValuesIn(bags), ByValue());

} // namespace pools_test
} // namespace malha::testing
