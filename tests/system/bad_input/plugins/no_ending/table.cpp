// SPDX-License-Identifier: MIT
// A reader of files whose names could be those of anything.
#include "policies/sdk/workload.hpp"

namespace malha {
namespace {

struct NoJobs : JobSource {
  explicit NoJobs(const Parameters&) {}
  std::optional<Job> next() override { return std::nullopt; }
};

} // namespace

MALHA_WORKLOAD(workload_reader<NoJobs>("table", {"csv"}, "reads nothing", ""))

} // namespace malha
