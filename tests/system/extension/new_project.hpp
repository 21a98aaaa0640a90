// SPDX-License-Identifier: MIT
#pragma once
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {

/// An installed Malha, and an empty folder for projects that extend it.
class NewProject : public ::testing::Test {
protected:
  /// Installs Malha and moves it: nothing may remember where it was.
  void SetUp() override {
    unsetenv("MALHA_PLUGIN_PATH");
    const auto said =
        run_shell("'" MALHA_CMAKE "' --install '" MALHA_BUILD "' --prefix \"$PWD/first\" && mv first prefix",
                  folder_.path());
    ASSERT_EQ(said.status, 0) << said.err;
  }
  Said shell(const std::string& command) const {
    return run_shell("export CXXFLAGS='" MALHA_CXX_FLAGS
                     "' CMAKE_PREFIX_PATH=\"$PWD/prefix\" PATH=\"$PWD/prefix/bin:$PATH\"\n" +
                         command,
                     folder_.path());
  }

  TemporaryFolder folder_;
};

/// A scenario that names a workload, a platform and a deployment, and is as short as one can be. `more` is in
/// it, too.
inline std::string scenario_of(const std::string& platform, const std::string& workload,
                               const std::string& deployment = "cluster.fcfs", const std::string& more = "") {
  return "<?xml version=\"1.0\"?>\n<scenario>\n  <question>Does it run?</question>\n  <platform name=\"" +
         platform + "\"/>\n  <workload name=\"" + workload + "\"/>\n  <seeds vary=\"nothing\"/>\n" + more +
         "  <run name=\"only\" deployment=\"" + deployment +
         "\"/>\n  <measure metric=\"makespan\"/>\n</scenario>\n";
}

} // namespace malha::testing
