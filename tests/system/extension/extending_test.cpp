// SPDX-License-Identifier: MIT
// Follows docs/extending.md word by word.
#include "tests/support/page_steps.hpp"

namespace malha::testing {
namespace extending_test {

// One shell for the whole page, as a reader has, with an empty home. The reader's build/release is the build
// tree of this test.
TEST(Extending, WorksAsThePageSays) {
  const TemporaryFolder home;
  const auto page = text_of(MALHA_SOURCE_FOLDER "/docs/extending.md");
  const auto steps = steps_of(replaced(page, "build/release", MALHA_BUILD));
  ASSERT_GE(steps.size(), 15u);
  const auto there = home.path().string();
  follow(steps, "export CXXFLAGS='" MALHA_CXX_FLAGS "' HOME='" + there + "'; cd '" + MALHA_SOURCE_FOLDER "'",
         home.path(), there, [&] { run_shell("bash script", home.path()); });
}

} // namespace extending_test
} // namespace malha::testing
