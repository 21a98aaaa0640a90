// SPDX-License-Identifier: MIT
// Every question that an actor or a command asks can be put to a policy in another process.
#include "actors/runtime/external/external_question.hpp"
#include "external.hpp"
#include "scenarios/runner/conformance/views.hpp"
#include "scenarios/runner/runs/command_question.hpp"
#include "tests/support/names.hpp"
#include "tests/support/scaled.hpp"
#include "tests/support/thrown.hpp"

namespace malha::testing {
namespace questions_test {

std::set<std::string> questions() {
  std::set<std::string> all;
  for (const auto& [name, actor] : shipped_catalog().actors())
    for (const auto& slot : actor->asks)
      all.insert(slot.question);
  for (const auto& asked : linked_parts<CommandQuestion>())
    all.insert(asked.name);
  return all;
}

std::filesystem::path template_of(const std::string& question) {
  return MALHA_SOURCE_FOLDER "/policies/" + question + ".python.template";
}

TEST(ExternalQuestions, AreAllThatAreAsked) {
  std::set<std::string> known;
  for (const auto& question : linked_parts<external::ExternalQuestion>())
    known.insert(question.name);
  EXPECT_EQ(known, questions());
}

TEST(ExternalQuestions, OfOthersAreRefused) {
  EXPECT_EQ(
      thrown<std::invalid_argument>([] { python_policy(template_of("cluster/queue"), "chess/opening"); })
          .rfind("policy 'python:" + template_of("cluster/queue").string() +
                     "': no policy in another process can answer chess/opening; valid: "
                     "broker/assignment, ",
                 0),
      0U);
}

class ExternalTemplate : public ::testing::TestWithParam<std::string> {};

// The policy that `malha new policy --python` writes keeps the rules of its question in random views.
TEST_P(ExternalTemplate, KeepsTheRules) {
  const auto* views = conformance::views_of(GetParam());
  ASSERT_NE(views, nullptr);
  RandomStreams streams(7);
  conformance::Draw draw(streams.stream(GetParam()));
  conformance::Asking asking;
  auto policy = python_policy(template_of(GetParam()), GetParam());
  int asked = 0;
  for (int number = 0; number < scaled(views->is_whole_run ? 4 : 20); ++number) {
    if (views->is_alone && number > 0)
      policy = python_policy(template_of(GetParam()), GetParam());
    const auto view = views->draw(draw);
    const auto answer = views->ask(*policy, view, asking);
    EXPECT_EQ(views->broken_rule(view, answer), "") << conformance::line_of(view) << '\n'
                                                    << conformance::line_of(answer);
    ++asked;
  }
  EXPECT_GT(asked, 0);
}

// And in the simulation that the README of its project names; a command asks planners, too.
TEST_P(ExternalTemplate, MakesAValidRun) {
  const TemporaryFolder folder;
  const auto made =
      run_shell("\"$MALHA\" new policy mine/first --question " + GetParam() + " --python", folder.path());
  ASSERT_EQ(made.status, 0) << made.err;
  const auto readme = text_of(folder / "first/README.md");
  const auto begin = readme.find("    malha simulate ") + std::string("    malha ").size();
  ASSERT_GT(readme.size(), begin) << readme;
  const auto words = readme.substr(begin, readme.find('\n', begin) - begin);
  const std::string small = words.find("-p star") != std::string::npos       ? " --set platform.hosts=8"
                            : words.find("-p clusters") != std::string::npos ? " --set platform.sizes=4,4"
                                                                             : "";
  const auto run = run_shell("\"$MALHA\" " + words + " --set workload.tasks=40" + small, folder / "first");
  EXPECT_EQ(run.status, 0) << words << '\n' << run.err;
  EXPECT_EQ(run_shell("\"$MALHA\" validate out", folder / "first").status, 0);
}
INSTANTIATE_TEST_SUITE_P(Of, ExternalTemplate, ::testing::ValuesIn([] {
                           std::vector<std::string> all;
                           for (const auto& views : linked_parts<conformance::Views>())
                             all.push_back(views.name);
                           return all;
                         }()),
                         ByValue());

} // namespace questions_test
} // namespace malha::testing
