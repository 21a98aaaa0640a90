// SPDX-License-Identifier: MIT
#pragma once
#include "external.hpp"

#include <thread>

namespace malha::testing {

/// A script of these tests as a program.
inline void write_program(const std::filesystem::path& file, const std::string& script) {
  write_text(file, "#!/usr/bin/env python3\n" +
                       text_of(std::filesystem::path(MALHA_SOURCE_FOLDER "/tests/system/external") / script));
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

/// What a policy does, and what is said of it then.
struct Bad {
  std::string how;
  std::string sentence; ///< what is said behind the date, which is {date} in it
  int status = 3;
};
inline std::ostream& operator<<(std::ostream& out, const Bad& bad) { return out << bad.how; }

/// A run with a policy that does what the parameter of the test says.
class ExternalRun : public ::testing::TestWithParam<Bad> {
protected:
  /// The script is the program `bad`. `prefix` stands before its name; `between` are words between what it
  /// does and the last one, which marks its processes, since tests run side by side.
  ExternalRun(const std::string& script, const std::string& prefix, const std::string& between = "")
      : prefix_(prefix), words_(GetParam().how + between + " " + mark_) {
    write_program(folder_ / "bad", script);
  }
  /// Its name, which has no folder.
  std::string policy() const { return prefix_ + "bad " + words_; }
  Said simulate() const {
    return run_shell("\"$MALHA\" simulate -p star --set platform.hosts=4 -d cluster.fcfs -w rigid_jobs --set "
                     "workload.jobs=20 --set transport=instant --set policy.timeout=4 --set policy='" +
                         prefix_ + "./bad " + words_ + "' -o out",
                     folder_.path());
  }
  /// Simulates, and looks whether the run ends with the one sentence and leaves nothing.
  void expect_one_sentence() const {
    const auto said = simulate();
    const auto& bad = GetParam();
    EXPECT_EQ(said.status, bad.status) << said.out;
    const auto what =
        "policy '" + policy() + "' " + (bad.status == 3 ? "broke a rule at t=" : "cannot be made: ");
    const auto begin = said.err.find(what), behind = begin + what.size();
    ASSERT_NE(begin, std::string::npos) << said.err;
    EXPECT_EQ(said.err.find('\n'), said.err.size() - 1) << said.err;
    const auto end = bad.status == 3 ? said.err.find(" s: ", behind) + 4 : behind;
    auto sentence = bad.sentence + "\n";
    for (std::size_t at = 0; (at = sentence.find("{date}")) != std::string::npos;)
      sentence.replace(at, 6, said.err.substr(behind, end - 4 - behind));
    EXPECT_EQ(said.err.substr(std::min(end, said.err.size())), sentence) << said.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
    EXPECT_EQ(left(), 0);
  }
  /// The same for a run that ends well.
  void expect_good_run() const {
    const auto said = simulate();
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out/jobs.csv"));
    EXPECT_EQ(left(), 0);
  }
  /// The number of processes that the policy or its children leave, once they have had time to go. Words are
  /// between zeros.
  int left() const {
    const auto all = [&] { return processes_with("600." + mark_) + processes_with('\0' + mark_ + '\0'); };
    for (int look = 0; look < 20 && all() > 0; ++look)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return all();
  }

  const TemporaryFolder folder_;

private:
  const std::string prefix_, mark_ = std::to_string(getpid()), words_;
};

} // namespace malha::testing
