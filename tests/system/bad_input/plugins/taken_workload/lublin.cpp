// SPDX-License-Identifier: MIT
// A workload of a name that a shipped one has.
#include "policies/sdk/workload.hpp"

namespace malha {
namespace {

struct NoJobs : JobSource {
  explicit NoJobs(const Parameters&) {}
  std::optional<Job> next() override { return std::nullopt; }
};

} // namespace

MALHA_WORKLOAD(workload_generator<NoJobs>("lublin", "has no jobs", ""))

} // namespace malha
