// SPDX-License-Identifier: MIT
// Policies that choose how many nodes jobs get: rules that they break, and what they cannot be combined with.
#include "refusal.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace sizes_test {

/// One job of that row, which runs for 12 s on two nodes in six parts: its first point is at 2 s.
std::string jobs_of(const std::string& row) {
  return "printf 'submit,run,type,min,nodes,max,parts,asks\\n" + row + "\\n' > jobs.csv";
}

/// A run of those jobs on four nodes; messages take no time. `last` is what the last column holds.
std::string run_with(const std::string& policy, const std::string& last = "asks") {
  return "simulate -d cluster.fcfs -p star --set platform.hosts=4 --set transport=instant -w jobs.csv --set "
         "workload.columns=submit:submit,run:run,type:type,min:min,nodes:nodes,max:max,parts:parts," +
         last + ":asks -o out --set policy=" + policy + " ";
}

const std::string sizes =
    run_with("misbehaving/sizes") + "--plugin-path plugins/misbehaving --set policy.does=";
const std::string malleable = jobs_of("0,12,malleable,1,2,4,6,");

Case broken(const std::string& name, const std::string& does, const std::string& rule, int date = 2,
            const std::string& jobs = malleable) {
  return {name, sizes + does,
          "policy 'misbehaving/sizes' broke a rule at t=" + std::to_string(date) + " s: " + rule, 3, jobs};
}

const std::vector<Case> rules{
    broken("JobStartedOnTooManyNodes", "start_too_large", "it starts job 1 on 100 nodes, and it needs 1 to 4",
           0),
    broken("JobStartedOnTooFewNodes", "start_on_too_few", "it starts job 1 on 1 nodes, and it needs 2 to 4",
           0, jobs_of("0,12,malleable,2,2,4,6,")),
    broken("RigidJobStartedOnFewerNodes", "start_on_too_few", "it starts job 1 on 1 nodes, and it needs 2", 0,
           jobs_of("0,12,rigid,2,2,2,1,")),
    broken("MoreNodesThanTheMaximum", "resize_too_large", "it gives job 1 100 nodes, and it may have 1 to 4"),
    broken("FewerNodesThanTheMinimum", "resize_too_small", "it gives job 1 0 nodes, and it may have 1 to 4"),
    // The second job comes at 5 s, when the first one runs.
    broken("RigidJobResized", "resize", "it gives job 1 3 nodes, and the job is rigid, or has one size only",
           5, jobs_of("0,12,rigid,2,2,2,1,\\n5,12,malleable,1,2,4,6,")),
    broken("MoldableJobResized", "resize",
           "it gives job 1 3 nodes, and its size is chosen when it starts, since it is moldable", 5,
           jobs_of("0,12,moldable,1,2,4,1,\\n5,12,malleable,1,2,4,6,")),
    broken("EvolvingJobResizedThatDoesNotAsk", "resize",
           "it gives job 1 3 nodes, and it is evolving and does not ask for others than it has", 5,
           jobs_of("0,12,evolving,1,2,4,6,\\n5,12,malleable,1,2,4,6,")),
    // It asks for one node after its first part.
    broken("EvolvingJobResizedOtherwiseThanItAsks", "resize",
           "it gives job 1 3 nodes, and it has 2 and asks for 1", 2, jobs_of("0,12,evolving,1,2,4,6,1:1")),
    broken("MoreNodesThanAreFree", "resize", "it gives job 1 1 more nodes with 0 free", 1,
           jobs_of("0,24,malleable,2,4,8,24,")),
    broken("NodesOfOthers", "get_what_others_have", "it gives job 1 nodes 0, which are not all free"),
    broken("OtherNumberOfNodesThanItsSizeChangesBy", "get_other_numbers",
           "it gives job 1 2 nodes, and its size changes by 1"),
    broken("NodesLostThatItDoesNotHave", "lose_what_it_has_not",
           "it takes from job 1 nodes 3, which it does not have"),
    broken("JobResizedTwice", "resize_twice", "it resizes job 1 twice"),
    broken("NobodyResized", "resize_nobody", "it resizes job handle 12345, which no running job has"),
    broken("ResizeOfAPolicyThatDoesNotSaySo", "resize_unsaid",
           "it resizes jobs, and does not say so; valid: a policy whose resizes() is true", 5,
           jobs_of("0,12,malleable,1,2,4,6,\\n5,12,malleable,1,2,4,6,")),
};
INSTANTIATE_TEST_SUITE_P(SizeRule, Refusal, ::testing::ValuesIn(rules), ByValue());

/// What is said of a policy that chooses sizes, before what it cannot be combined with.
std::string in_file(const std::string& line, const std::string& host, const std::string& policy) {
  return "{source}/deployments/" + line + ": actor 'cluster/scheduler' on host '" + host + "': policy '" +
         policy + "' chooses how many nodes jobs get, and cannot be combined with ";
}

/// What `policy` cannot be combined with, and what it can.
Case refused(const std::string& name, const std::string& more, const std::string& why,
             const std::string& policy = "cluster/equi") {
  return {name, run_with(policy) + more, in_file("cluster.fcfs.xml:5", "host-0", policy) + why, 2, malleable};
}

const std::vector<Case> combinations{
    refused("SizesInMessages", "--set execution=messages",
            "execution=messages, since nodes that run jobs cannot be given to others; valid: "
            "execution=timeline"),
    refused("SizesAndCheckpoints", "--set policy.checkpoint=cluster/young --set policy.checkpoint.mtbf=1000",
            "policy.checkpoint=cluster/young (mtbf=1000), since a job whose nodes change has points instead; "
            "valid: "
            "policy.checkpoint=cluster/no_checkpoints"),
    refused("SizesAndLimits", "--set policy.limits=cluster/slurm_limits",
            "policy.limits=cluster/slurm_limits (billing=sum, decay=slurm, half_life=604800, "
            "outside_partition=wait, period=300, reset=none, safe=off, zero=0), since limits count the nodes "
            "for which jobs ask; valid: policy.limits=cluster/no_limits"),
    {"SizesAndPredictions",
     run_with("cluster/moldable_easy") + "--set policy.prediction=cluster/user_average --set "
                                         "policy.prediction.steps=60",
     in_file("cluster.fcfs.xml:5", "host-0",
             "cluster/moldable_easy (choose=start, max_share=1, order=submit)") +
         "policy.prediction=cluster/user_average (fallback=walltime, of=2, renew=off, steps=60, "
         "steps_from=now), since run times are learned of one size; valid: "
         "policy.prediction=cluster/no_predictions",
     2, malleable},
    refused("SizesAndSleep", "--set policy.sleep=cluster/idle_timeout",
            "policy.sleep=cluster/idle_timeout (timeout=-1), since nodes that a job gets must be on; valid: "
            "policy.sleep=cluster/always_on"),
    refused("SizesAndFrequencies", "--set policy.frequency=cluster/dvfs_slack",
            "policy.frequency=cluster/dvfs_slack (credit_idle=off, slowdown=1.5), since a job has one "
            "pstate; valid: "
            "policy.frequency=cluster/full_speed"),
    refused("SizesAndACut", "--cut 5",
            "a run that is cut or continued, since a snapshot does not say how far jobs are; valid: a whole "
            "run"),
    // What such a policy would not heed of a job.
    {"SizesAndADeadline", run_with("cluster/equi", "deadline"),
     "workload 'jobs.csv': job 1 may have several sizes, and has a deadline; valid: jobs without", 2,
     jobs_of("0,12,malleable,1,2,4,6,90")},
    {"SizesAndAMetaScheduler",
     "simulate -d multicluster.ffit -p clusters --set platform.sizes=4,4 --set transport=instant -w "
     "rigid_jobs -o out --set policy=cluster/equi",
     in_file("multicluster.ffit.xml:15", "front-1", "cluster/equi") +
         "an actor 'multicluster/meta_scheduler'; valid: a deployment without"},
};
INSTANTIATE_TEST_SUITE_P(Sizes, Refusal, ::testing::ValuesIn(combinations), ByValue());

} // namespace sizes_test
} // namespace malha::testing
