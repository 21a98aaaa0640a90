// SPDX-License-Identifier: MIT
// A workload whose name is not that of its file.
#include "policies/sdk/workload.hpp"

namespace malha {
namespace {

struct NoJobs : JobSource {
  explicit NoJobs(const Parameters&) {}
  std::optional<Job> next() override { return std::nullopt; }
};

} // namespace

MALHA_WORKLOAD(workload_generator<NoJobs>("waves", "has no jobs", ""))

} // namespace malha
