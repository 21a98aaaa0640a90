// SPDX-License-Identifier: MIT
// A policy that is built by one command, as docs/extending.md shows it.
#include "new_project.hpp"
#include "tests/support/page_steps.hpp"

namespace malha::testing {
namespace pkg_config_test {

/// The commands that the page shows below a heading. They are no step of it, since they need this policy.
std::string commands_below(const std::string& heading) {
  const auto page = text_of(MALHA_SOURCE_FOLDER "/docs/extending.md");
  const std::string fence = "```shell\n";
  const auto begin = page.find(fence, page.find("\n## " + heading + "\n")) + fence.size();
  return page.substr(begin, page.find("```\n", begin) - begin);
}

#ifndef __SANITIZE_ADDRESS__ // its modules may leave symbols open
TEST_F(NewProject, OfOneFileBuildsWithoutCMakeAndRuns) {
  write_text(folder_ / "one_by_one.cpp", R"(#include "policies/cluster/queue.hpp"
namespace {
class OneByOne : public malha::cluster::Queue {
public:
  malha::cluster::Decision decide(const malha::cluster::QueueView& view) override {
    malha::cluster::Decision decision;
    if (view.running.empty() && !view.queue.empty())
      decision.start.push_back({view.queue.front().handle});
    return decision;
  }
};
} // namespace
MALHA_POLICY(malha::policy<OneByOne>("mine/one_by_one", "starts a job when no other one runs", "a test"))
)");
  const auto said = shell(
      "set -e\n" + replaced(commands_below("Without CMake"), "~/malha/", "$PWD/prefix/") +
      "test $(pkg-config --modversion malha) = $(malha --version | cut -d' ' -f2)\n"
      "malha simulate -p star -w rigid_jobs --set workload.jobs=5 -d cluster.fcfs --set "
      "policy=mine/one_by_one --plugin-path plugins -o out\nmalha validate out --plugin-path plugins\n");
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_EQ(said.err, "");
  EXPECT_NE(said.out.find("mine/one_by_one: a policy that answers cluster/queue\n"), std::string::npos)
      << said.out;
}
#endif

} // namespace pkg_config_test
} // namespace malha::testing
