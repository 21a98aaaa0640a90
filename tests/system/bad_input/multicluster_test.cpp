// SPDX-License-Identifier: MIT
// Clusters below a meta-scheduler that cannot be, and jobs of which nothing can be predicted.
#include "refusal.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace multicluster_test {

const std::string run = "simulate -p clusters --set platform.sizes=2,2 -w rigid_jobs -o out ";

using Lines = std::vector<std::string>;

std::string actor(const std::string& function, const std::string& host, const std::string& site,
                  const std::string& policies) {
  return "<actor host=\"" + host + "\" function=\"" + function + "\">" +
         (site == "-" ? "" : "<prop id=\"site\" value=\"" + site + "\"/>") + policies + "</actor>";
}
std::string prop(const std::string& slot, const std::string& policy) {
  return "<prop id=\"policy" + slot + "\" value=\"" + policy + "\"/>";
}
const std::string meta =
    actor("multicluster/meta_scheduler", "master", "-",
          prop(".queue", "multicluster/blocking") + prop(".selection", "multicluster/ffit"));
std::string gateway(const std::string& host, const std::string& site) {
  return actor("multicluster/gateway", host, site,
               prop(".limit", "multicluster/static_limit") + prop(".estimator", "multicluster/sdpn"));
}
std::string scheduler(const std::string& host, const std::string& site) {
  return actor("cluster/scheduler", host, site, prop("", "cluster/fcfs"));
}
const std::string gateways = gateway("@role=front", "@site"), schedulers = scheduler("@role=front", "@site");

/// A deployment whose actors are in line 3 and the following ones. The message begins with the line.
Case deployed(const std::string& name, const Lines& actors, const std::string& message) {
  std::string file = "cat > d.xml <<'END'\n<?xml version=\"1.0\"?>\n<platform version=\"4.1\">\n";
  for (const auto& one : actors)
    file += one + "\n";
  return {name, run + "-d ./d.xml", "./d.xml:" + message, 2, file + "</platform>\nEND"};
}
Case of_meta(const std::string& name, const Lines& below, const std::string& message) {
  Lines actors{meta};
  actors.insert(actors.end(), below.begin(), below.end());
  return deployed(name, actors, "3: actor 'multicluster/meta_scheduler' on host 'master': " + message);
}

/// `key=value` of a run of a shipped deployment.
Case setting(const std::string& name, const std::string& deployment, const std::string& key,
             const std::string& value, const std::string& owner, const std::string& valid,
             const std::string& more = "") {
  const auto parameter = key.substr(key.rfind('.') + 1);
  return {name, run + "-d multicluster." + deployment + more + " --set " + key + "=" + value,
          "setting " + key + "=" + value + ": " + owner + ": parameter '" + parameter + "' cannot be '" +
              value + "'; valid: " + valid};
}

const std::string nothing_known =
    "has neither a walltime nor an application, and its run time is to be estimated; valid: jobs with one of "
    "the two, or a selection and a limit that ask for no estimate";

const std::vector<Case> multiclusters{
    of_meta("NoGateway", {schedulers}, "there is no actor 'multicluster/gateway'; valid: one for each site"),
    of_meta("SiteWithoutGateway", {schedulers, gateway("front-1", "cluster-1")},
            "site 'cluster-2' has 0 actors 'multicluster/gateway'; valid: one"),
    of_meta("SiteOfTwoGateways", {schedulers, gateways, gateway("front-2", "cluster-2")},
            "site 'cluster-2' has 2 actors 'multicluster/gateway'; valid: one"),
    of_meta("SiteWithoutScheduler", {gateways, scheduler("front-2", "cluster-2")},
            "site 'cluster-1' has 0 actors 'cluster/scheduler'; valid: one"),
    of_meta("SiteOfTwoSchedulers", {gateways, schedulers, scheduler("front-1", "cluster-1")},
            "site 'cluster-1' has 2 actors 'cluster/scheduler'; valid: one"),
    deployed("OverlappingSites",
             {meta, scheduler("front-1", "cluster-1"), scheduler("front-2", ""),
              gateway("front-1", "cluster-1"), gateway("front-2", "")},
             "5: actor 'cluster/scheduler' on host 'front-2': host 'node-1-0' is a node of two schedulers, "
             "cluster/scheduler@front-1 and cluster/scheduler@front-2; valid: sites that have no node in "
             "common (parameter 'site')"),
    deployed("GatewayElsewhere",
             {meta, schedulers, gateway("front-1", "cluster-1"), gateway("front-1", "cluster-2")},
             "6: actor 'multicluster/gateway' on host 'front-1': the gateway of site 'cluster-2' is on host "
             "'front-1' and its scheduler on host 'front-2'; valid: both on one host"),
    deployed("SiteWithoutNodes", {meta, scheduler("front-1", "cluster-9"), gateway("front-1", "cluster-9")},
             "4: actor 'cluster/scheduler' on host 'front-1': site 'cluster-9' has no node: no host of "
             "'@role=worker' has the property 'site' with this value"),
    deployed("GatewayWithoutMetaScheduler",
             {scheduler("front-1", "cluster-1"), gateway("front-1", "cluster-1")},
             "4: actor 'multicluster/gateway' on host 'front-1': there is no actor "
             "'multicluster/meta_scheduler' above it; valid: one"),
    setting("WeightAboveOne", "ptt", "policy.selection.w", "1.5", "policy 'multicluster/ptt'",
            "a number, from 0 to 1"),
    setting("WeightBelowZero", "ptt", "policy.selection.w", "-0.1", "policy 'multicluster/ptt'",
            "a number, from 0 to 1"),
    setting("UnknownForm", "ptt", "policy.selection.form", "mean", "policy 'multicluster/ptt'",
            "one of product, sum"),
    setting("NegativeLimit", "rr", "policy.limit.limit", "-1", "policy 'multicluster/static_limit'",
            "an integer, from 0 to 1000000"),
    setting("WindowOfNothing", "rr", "policy.limit.window", "0", "policy 'multicluster/stability'",
            "an integer, from 1 to 1000000", " --set policy.limit=multicluster/stability"),
    setting("WindowOfNothingOfSaturation", "rr", "policy.limit.window", "0",
            "policy 'multicluster/saturation'", "an integer, from 1 to 1000000",
            " --set policy.limit=multicluster/saturation"),
    setting("NegativeCost", "tat", "estimate_cost", "-1", "actor 'multicluster/gateway'",
            "a number of s, at least 0, such as 7200 or 2h"),
    setting("NegativeStatusAge", "tat", "status_age", "-1", "actor 'multicluster/gateway'",
            "a number of s, at least 0, such as 7200 or 2h"),
    setting("NegativeNoise", "tat", "policy.estimator.noise", "-0.1", "policy 'multicluster/noisy'",
            "a number, from 0 to 10", " --set policy.estimator=multicluster/noisy"),
    setting("BiasOfNothing", "tat", "policy.estimator.bias", "0", "policy 'multicluster/noisy'",
            "a number, from 1e-06 to 1000000", " --set policy.estimator=multicluster/noisy"),
    setting("NoiseOfNoEstimator", "tat", "policy.estimator.of", "combined", "policy 'multicluster/noisy'",
            "one of smith, li, ibl, hanzich, sdpn, hybrid", " --set policy.estimator=multicluster/noisy"),
    {"BiasOfNoSite",
     run + "-d multicluster.tat --set policy.estimator=multicluster/noisy "
           "--set policy.estimator.biased_site=cluster-9",
     "{source}/deployments/multicluster.tat.xml:10: actor 'multicluster/gateway' on host 'front-1': policy "
     "'multicluster/noisy' names the site 'cluster-9', which does not exist; valid: cluster-1, cluster-2"},
    setting("NegativeStatusWindow", "tat", "status_window", "-1", "actor 'multicluster/meta_scheduler'",
            "a number of s, at least 0, such as 7200 or 2h"),
    {"LimitOfAnotherQuestion", run + "-d multicluster.rr --set policy.limit=cluster/fcfs",
     "setting policy.limit=cluster/fcfs: policy 'cluster/fcfs' answers cluster/queue, not "
     "multicluster/limit; "
     "valid: {policies of multicluster/limit}"},
    {"JobsOfUnknownLength", run + "-d multicluster.tat --set workload.max_resources=2",
     "job 0 " + nothing_known},
    {"CrashesOfExecutedJobs",
     run + "-d multicluster.rr --environment crashes --set crashes.share=50 --set execution=exec",
     "{source}/deployments/multicluster.rr.xml:15: actor 'cluster/scheduler' does not support hosts that "
     "fail "
     "(crashes.share=50); valid: execution=timeline, or execution=messages without "
     "multicluster/meta_scheduler, or execution=exec without multicluster/meta_scheduler"},
    {"JobsOfUnknownLengthAtOnce",
     run + "-d multicluster.ptt --set workload.max_resources=2 --set transport=instant",
     "job 0 " + nothing_known},
};

const std::string
    spread = run + "-d multicluster.non_saturated ",
    no_channel = "host 'front-1' of the gateway of site 'cluster-1' has no property channel; valid: the "
                 "capacity of the "
                 "channel to the other clusters in B/s, above 0, or policy.coallocation=multicluster/never";

const std::vector<Case> in_several_clusters{
    {"CoallocationOfAnotherQuestion", spread + "--set policy.coallocation=cluster/fcfs",
     "setting policy.coallocation=cluster/fcfs: policy 'cluster/fcfs' answers cluster/queue, not "
     "multicluster/coallocation; valid: {policies of multicluster/coallocation}"},
    setting("NeitherRefinedNorNot", "non_saturated", "refined", "maybe",
            "actor 'multicluster/meta_scheduler'", "one of off, on"),
    setting("FreeForWhom", "non_saturated", "coalloc_free", "all", "actor 'multicluster/meta_scheduler'",
            "one of idle, contract"),
    deployed("RefinedWithoutNodesOfSeveralClusters",
             {actor("multicluster/meta_scheduler", "master", "-",
                    prop(".queue", "multicluster/blocking") + prop(".selection", "multicluster/ffit") +
                        "<prop id=\"refined\" value=\"on\"/>"),
              gateways, schedulers},
             "3: actor 'multicluster/meta_scheduler' on host 'master': refined=on cannot be combined with "
             "policy.coallocation=multicluster/never, which gives no job nodes of several clusters; valid: "
             "another policy, or refined=off"),
    {"ClustersWithoutChannels",
     "simulate -p ./p.xml -d multicluster.non_saturated -w nas_jobs -o out --set transport=instant",
     no_channel, 2,
     "\"$MALHA\" platform clusters --set platform.sizes=2,2 | sed '/id=\"channel\"/d' > p.xml"},
    {"CrashesBelowJobsInSeveralClusters",
     run + "-d multicluster.rr --set policy.coallocation=multicluster/non_saturated --environment crashes "
           "--set crashes.share=50",
     "{source}/deployments/multicluster.rr.xml:6: actor 'multicluster/meta_scheduler' on host 'master': "
     "policy.coallocation=multicluster/non_saturated cannot be combined with hosts that fail or recover; "
     "valid: "
     "multicluster/never, or a run in which no host fails"},
    {"JobsOfUnknownLengthInSeveralClusters",
     spread +
         "--set policy.selection=multicluster/ffit --set workload.max_resources=4 --set transport=instant",
     "job 0 has neither a walltime nor an application, and is to run in several clusters; valid: jobs with "
     "one "
     "of the two, or policy.coallocation=multicluster/never"},
};

INSTANTIATE_TEST_SUITE_P(InSeveralClusters, Refusal, ::testing::ValuesIn(in_several_clusters), ByValue());
INSTANTIATE_TEST_SUITE_P(Multicluster, Refusal, ::testing::ValuesIn(multiclusters), ByValue());

} // namespace multicluster_test
} // namespace malha::testing
