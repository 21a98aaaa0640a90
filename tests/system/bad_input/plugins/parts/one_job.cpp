// SPDX-License-Identifier: MIT
// A workload that nothing is wrong with, for tests of plugins that change.
#include "policies/sdk/workload.hpp"

namespace malha {
namespace {

class OneJob : public JobSource {
public:
  explicit OneJob(const Parameters& parameters) : work_(parameters.real("work")) {}

  std::optional<Job> next() override {
    if (given_)
      return std::nullopt;
    given_ = true;
    Job job;
    job.tasks.emplace_back();
    job.tasks.back().work = work_;
    return job;
  }

private:
  Flops work_;
  bool given_ = false;
};

} // namespace

MALHA_WORKLOAD(workload_generator<OneJob>("one_job", "one job", "",
                                          {real("work", 1e9, above(0), "flop", "its work")}))

} // namespace malha
