// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {

/// Runs jobs of several sizes on a star under policies of the queue.
class SizedJobsProgram : public ::testing::Test {
protected:
  /// `policy`: its name behind "cluster/", and settings. `words`: the workload, and other settings.
  Said simulate(const std::string& policy, const std::string& words, const std::string& out) const {
    return run_shell("\"$MALHA\" simulate -d cluster.fcfs --set transport=instant --set policy=cluster/" +
                         policy + ' ' + words + " -o " + out,
                     folder_.path());
  }
  Said validate(const std::string& out) const {
    return run_shell("\"$MALHA\" validate " + out, folder_.path());
  }
  /// The same, whose run must be valid.
  void run_validly(const std::string& policy, const std::string& words, const std::string& out) const {
    const auto said = simulate(policy, words, out);
    ASSERT_EQ(said.status, 0) << policy << ' ' << words << '\n' << said.err;
    const auto judged = validate(out);
    ASSERT_EQ(judged.status, 0) << policy << ' ' << words << '\n' << judged.out << judged.err;
  }

  const TemporaryFolder folder_;
};

} // namespace malha::testing
