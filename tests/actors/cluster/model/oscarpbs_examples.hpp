// SPDX-License-Identifier: MIT
#pragma once
#include "oscarpbs_machine.hpp"
#include "oscarpbs_reference_cases.hpp"

#include <gtest/gtest.h>

namespace malha::testing {

struct OscarScheduler {
  const char* name;
  OscarResult (*schedule)(const std::vector<int>& machine_cpus, const std::vector<OscarJob>& jobs,
                          const OscarSettings& settings);
};
inline void PrintTo(const OscarScheduler& one, std::ostream* out) { *out << one.name; }

/// Cases that can be followed by hand, held against the plain scheduler and against that of the suite. The
/// machines have 8 CPUs each and are called m0, m1, ...; [a, b) is what the tables hold for a job.
class OscarExamples : public ::testing::TestWithParam<OscarScheduler> {
protected:
  static OscarResult schedule(const std::vector<int>& machine_cpus, const std::vector<OscarJob>& jobs,
                              const OscarSettings& settings) {
    return GetParam().schedule(machine_cpus, jobs, settings);
  }
};

inline auto both_oscar_schedulers() {
  return ::testing::Values(
      OscarScheduler{"reference",
                     [](const auto& machine_cpus, const auto& jobs, const auto& settings) {
                       return oscarpbs_reference(machine_cpus, jobs, settings);
                     }},
      OscarScheduler{"suite", oscarpbs_of_the_suite});
}

inline std::string name_of(const ::testing::TestParamInfo<OscarScheduler>& info) { return info.param.name; }

} // namespace malha::testing
