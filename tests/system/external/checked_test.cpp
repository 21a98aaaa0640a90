// SPDX-License-Identifier: MIT
// `malha check` and `malha describe` of policies in other processes.
#include "external_run.hpp"

namespace malha::testing {
namespace checked_test {

Said check(const std::filesystem::path& folder, const std::string& words) {
  return run_shell("\"$MALHA\" check " + words, folder);
}

/// The rest of the line that begins with the word.
std::string row(const Said& said, const std::string& name) {
  const auto begin = said.out.find("\n  " + name + " ");
  if (begin == std::string::npos)
    return "";
  const auto text = said.out.substr(begin, said.out.find('\n', begin + 1) - begin);
  return text.substr(text.find_first_not_of(' ', name.size() + 3));
}

TEST(CheckedExternal, KeepsTheRules) {
  const TemporaryFolder folder;
  write_text(folder / "mine.py", text_of(python_folder / "examples/fcfs.py"));
  const auto said = check(folder.path(), "python:mine.py --views 30");
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_EQ(said.out.rfind("python:mine.py: a policy that answers cluster/queue\n", 0), 0U) << said.out;
  EXPECT_EQ(row(said, "rules"), "every answer keeps the rules of the question");
  EXPECT_EQ(row(said, "repeats"), "another process gives the same answers");
  for (const auto* elsewhere : {"output", "addresses", "memory"})
    EXPECT_EQ(row(said, elsewhere), "not looked at: it runs in a process of its own") << said.out;
}

TEST(CheckedExternal, SpeaksBatsimsProtocol) {
  const TemporaryFolder folder;
  write_program(folder / "mine", "batsim_scheduler.py");
  const auto said = check(folder.path(), "'external:batsim:./mine easy {socket}' --views 30");
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_EQ(row(said, "rules"), "every answer keeps the rules of the question") << said.out;
}

TEST(CheckedExternal, AnswersTheQuestionThatIsNamed) {
  const TemporaryFolder folder;
  write_text(folder / "mine.py", "def interval(view):\n    return 60 if view.size > 1 else -1\n");
  const auto said = check(folder.path(), "python:mine.py --question cluster/checkpoint --views 200");
  EXPECT_EQ(said.status, 3) << said.out << said.err;
  EXPECT_EQ(row(said, "rules").rfind("FOUND: ", 0), 0U) << said.out;
}

// The smallest run in which it starts a job that does not fit. The replay finds the same.
TEST(CheckedExternal, ShowsWhatIsWrong) {
  const TemporaryFolder folder;
  write_text(folder / "mine.py", "def decide(view):\n    return view.queue\n");
  const auto said = check(folder.path(), "python:mine.py --views 20 --save found");
  EXPECT_EQ(said.status, 3) << said.out << said.err;
  EXPECT_EQ(row(said, "rules").rfind("FOUND: it starts job 1 on ", 0), 0U) << said.out;
  const auto again = check(
      folder.path(), "python:mine.py --replay found/python:mine.py.rules.json --question cluster/queue");
  EXPECT_EQ(again.status, 3) << again.err;
  EXPECT_EQ(row(again, "rules"), row(said, "rules"));
}

TEST(CheckedExternal, AnswersOtherwiseInAnotherProcess) {
  const TemporaryFolder folder;
  write_text(folder / "mine.py",
             "import os\n\n\ndef decide(view):\n    fit = [job for job in view.queue if job.size <= "
             "len(view.free)]\n    return fit[:1] if os.urandom(1)[0] < 128 else {'wake': view.now + 1}\n");
  const auto said = check(folder.path(), "python:mine.py --views 20");
  EXPECT_EQ(said.status, 3) << said.out << said.err;
  EXPECT_EQ(row(said, "repeats").rfind("FOUND: ", 0), 0U) << said.out;
}

TEST(CheckedExternal, IsRefusedInOneSentence) {
  const TemporaryFolder folder;
  EXPECT_EQ(
      check(folder.path(), "python:mine.py").err,
      "malha: policy 'python:mine.py': there is no file 'mine.py'; valid: python:FILE, with the path of a "
      "file in Python\n");
  EXPECT_EQ(check(folder.path(), "cluster/fcfs --question cluster/queue").err,
            "malha: check: --question is for policies in other processes; valid: with python:FILE, "
            "external:COMMAND or socket:PATH\n");
}

TEST(DescribedExternal, HasItsParameters) {
  const TemporaryFolder folder;
  write_text(folder / "mine.py", "");
  const auto said = run_shell("\"$MALHA\" describe python:mine.py", folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out.rfind("python:mine.py: a policy in a process of its own\n", 0), 0U) << said.out;
  EXPECT_NE(said.out.find("\n  policy.timeout = 60 s\n"), std::string::npos) << said.out;
  EXPECT_EQ(said.out.find("policy.program"), std::string::npos) << said.out;
  EXPECT_EQ(run_shell("\"$MALHA\" describe python:other.py", folder.path()).err,
            "malha: policy 'python:other.py': there is no file 'other.py'; valid: python:FILE, with the path "
            "of a file in Python\n");
}

} // namespace checked_test
} // namespace malha::testing
