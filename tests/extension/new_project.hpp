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

} // namespace malha::testing
