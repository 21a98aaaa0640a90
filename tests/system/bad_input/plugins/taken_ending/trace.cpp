// SPDX-License-Identifier: MIT
// A reader of files that another one reads.
#include "policies/sdk/workload.hpp"

namespace malha {
namespace {

struct NoJobs : JobSource {
  explicit NoJobs(const Parameters&) {}
  std::optional<Job> next() override { return std::nullopt; }
};

} // namespace

MALHA_WORKLOAD(workload_reader<NoJobs>("trace", {".trace", ".swf"}, "reads nothing", ""))

} // namespace malha
