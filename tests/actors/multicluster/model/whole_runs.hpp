// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/files.hpp"
#include "scenarios/runner/processes/workers.hpp"
#include "scenarios/runner/runs/identity.hpp"
#include "scenarios/runner/runs/run_folder.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {

/// Runs in forked processes, since a process can hold one simulation. All have the plugins that this process
/// has opened, which is cheaper than the program is.
class WholeRuns {
public:
  /// Runs, and writes what a user would find. The folder must not be there.
  void run(const RunRequest& request, const std::filesystem::path& out) {
    const auto plan = library_.plan(request);
    const auto identity = identifier_.identity(plan, request);
    make_folder(out);
    Outcome outcome;
    const CommandInfo command;
    run_workers({{"simulation", [&] { return run_into(out, plan, identity, command); }}}, {},
                [&](std::size_t, const Outcome& ended) { outcome = ended; });
    EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  }

private:
  const Library library_{{}};
  Identifier identifier_{library_};
};

} // namespace malha::testing
