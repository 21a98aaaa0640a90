// SPDX-License-Identifier: MIT
// The files of a run are refused, or validated; the answer is the same when they are read again.
#include "bundle.hpp"
#include "results/validate/validator.hpp"

namespace malha::fuzz::validate_harness {

bool are_same(const Validation& a, const Validation& b) {
  return a.checks == b.checks && a.unchecked == b.unchecked && a.violations == b.violations &&
         a.jobs == b.jobs;
}

void check(std::string_view text) {
  static const std::vector<std::string> names{"jobs.csv",    "resources.csv", "manifest.json", "attempts.csv",
                                              "outages.csv", "decisions.csv", "schedule.csv"};
  unpack(text, names, scratch_folder());
  Validation first;
  if (is_accepted([&] { first = validate_schedule(scratch_folder()); }))
    require(are_same(first, validate_schedule(scratch_folder())), "the answer is the same");
}

} // namespace malha::fuzz::validate_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::validate_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
