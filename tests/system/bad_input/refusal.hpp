// SPDX-License-Identifier: MIT
#pragma once
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <map>
#include <ostream>

namespace malha::testing {

/// What a user does and what they are told. In `message`, {deployments}, {policies of cluster/queue} and the
/// like stand for all names there are, so that a new plugin or file changes no test.
struct Case {
  std::string name;
  std::string arguments; ///< behind `malha`, for the shell
  std::string message;   ///< all of stderr, but for the leading "malha: " and the end of the line
  int status = 2;
  std::string before = ""; ///< shell command that prepares the folder
};

/// The name of the test, as ctest shows it.
inline std::ostream& operator<<(std::ostream& out, const Case& one) { return out << one.name; }

/// A fresh folder with links to the bad files (deployments, platforms, scenarios), to some good ones, and to
/// the test plugins (plugins).
class InFreshFolder {
protected:
  InFreshFolder();

  Said malha(const std::string& arguments) const {
    return run_shell("\"$MALHA\" " + arguments, folder_.path());
  }
  /// Every path below the folder but the stores of campaigns, with its content if it is a file. Links are not
  /// followed.
  std::map<std::string, std::string> content() const;
  /// Nothing is printed but the message, the status is right, and no file is touched.
  void expect_refused(const Case& one) const;

  TemporaryFolder folder_;
};

class Refusal : protected InFreshFolder, public ::testing::TestWithParam<Case> {};

} // namespace malha::testing
