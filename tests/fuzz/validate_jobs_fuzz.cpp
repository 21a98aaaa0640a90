// SPDX-License-Identifier: MIT
// A schedule of another tool is refused, or validated; the answer is the same when it is read again.
#include "results/validate/validator.hpp"
#include "scratch.hpp"

namespace malha::fuzz::validate_jobs_harness {

/// Eight nodes of 1e9 flop/s.
std::vector<ResourceRow> nodes() {
  std::vector<ResourceRow> all;
  for (int index = 0; index < 8; ++index)
    all.push_back({index, "node" + std::to_string(index), 1e9, 1, "", "", 1});
  return all;
}

void check(std::string_view text) {
  static const ScratchFile file("jobs.csv");
  static const auto resources = nodes();
  file.holding(text);
  Validation first;
  if (!is_accepted([&] { first = validate_jobs(file.path(), resources); }))
    return;
  const auto second = validate_jobs(file.path(), resources);
  require(first.checks == second.checks && first.unchecked == second.unchecked &&
              first.violations == second.violations && first.jobs == second.jobs,
          "the answer is the same");
}

} // namespace malha::fuzz::validate_jobs_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::validate_jobs_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
