// SPDX-License-Identifier: MIT
// A correction of estimates changes what a first-come-first-served cluster expects, and nothing that it does.
#include "multicluster_program.hpp"

namespace malha::testing {
namespace corrected_runs_test {

class CorrectedRunsProperties : public MulticlusterProgram {
protected:
  void run(const std::string& out, const std::string& correction, int seed) {
    simulate(out, "-d multicluster.mcisne -w nas_jobs --set transport=instant --set platform.sizes=16 --set "
                  "workload.jobs=700 --set workload.gap=4 --set learning=200 --set "
                  "policy.estimator=multicluster/sdpn --set policy.estimator.correction=" +
                      correction + " --seed " + std::to_string(seed));
  }
};

// The metrics are over the jobs that were handed over when 200 had ended. From then on every estimate is
// divided by one slope, which takes nothing from R = sum(e r)^2 / (sum(r^2) sum(e^2)) but the rounding of
// sums. In these two seeds a scheduler that wakes at other expected ends would round the dates of some jobs
// differently, and jobs that share nodes make more of that until some start much later.
TEST_F(CorrectedRunsProperties, HaveTheScheduleAndTheDispersionOfRawEstimates) {
  for (const int seed : {3, 9}) {
    const std::string raw = "raw-" + std::to_string(seed), corrected = "corrected-" + std::to_string(seed);
    run(raw, "none", seed);
    run(corrected, "frozen", seed);
    EXPECT_EQ(rows(raw, "jobs.csv"), rows(corrected, "jobs.csv")) << "seed " << seed;
    EXPECT_NE(metric(raw, "wait_slope"), metric(corrected, "wait_slope"));
    EXPECT_NEAR(metric(raw, "wait_adjusted_r").value(), metric(corrected, "wait_adjusted_r").value(), 1e-12)
        << "seed " << seed;
  }
}

} // namespace corrected_runs_test
} // namespace malha::testing
