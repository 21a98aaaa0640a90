// SPDX-License-Identifier: MIT
// Completion as a user meets it: keys are pressed in a real shell, and the words are read that it then has.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <pty.h>

#include <optional>

namespace malha::testing {
namespace completion_test {

/// A shell on a terminal of its own.
class Shell {
public:
  explicit Shell(const std::vector<std::string>& words, const std::filesystem::path& folder) {
    std::cout.flush();
    struct winsize wide = {50, 4000, 0, 0}; // no line is wrapped
    process_ = forkpty(&terminal_, nullptr, nullptr, &wide);
    if (process_ != 0)
      return;
    std::filesystem::current_path(folder);
    std::vector<char*> arguments;
    auto all = words;
    for (auto& word : all)
      arguments.push_back(word.data());
    arguments.push_back(nullptr);
    setenv("TERM", "dumb", 1);
    unsetenv("MALHA_PLUGIN_PATH");
    execvp(arguments.front(), arguments.data());
    _exit(127);
  }
  ~Shell() {
    close(terminal_);
    waitpid(process_, nullptr, 0);
  }
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;

  /// Presses keys, and waits until the shell has printed the text.
  void press(const std::string& keys, const std::string& until) {
    for (std::size_t sent = 0; sent < keys.size();) {
      const auto now = write(terminal_, keys.data() + sent, keys.size() - sent);
      ASSERT_GT(now, 0);
      sent += static_cast<std::size_t>(now);
    }
    for (std::string seen; seen.find(until) == std::string::npos;) {
      char piece[4096];
      const auto length = read(terminal_, piece, sizeof piece);
      ASSERT_GT(length, 0) << "the shell ended after: " << seen;
      seen.append(piece, static_cast<std::size_t>(length));
    }
  }

private:
  int terminal_ = -1;
  pid_t process_;
};

class Completion : public ::testing::Test {
protected:
  Completion() {
    std::filesystem::create_directories(folder_ / "results/small");
    write_text(folder_ / "day.swf", "");
    write_text(folder_ / "mine.xml", "");
    write_text(folder_ / "my day.swf", "");
  }
  /// Starts a shell in which $1 is the line that `said` writes down. What is printed when it is ready does
  /// not stand in what is typed.
  void start(const std::vector<std::string>& words, const std::string& commands) {
    const std::string path = std::filesystem::path(MALHA_PROGRAM).parent_path().string();
    shell_.emplace(words, folder_.path());
    shell_->press(commands + "; PATH='" + path +
                      "':$PATH; said() { printf '%s\\n' \"$@\" >said; echo rea''dy; }; "
                      "echo rea''dy\r",
                  "ready");
  }
  /// The words of the line after these keys, without `malha`, one a line.
  std::string words_after(const std::string& keys) {
    // ^A goes to the begin of the line: what would have run is said instead.
    shell_->press("malha " + keys + "\x01said \r", "ready");
    const auto said = text_of(folder_ / "said");
    return said.substr(std::min(said.size(), std::string("malha\n").size()));
  }

  TemporaryFolder folder_;
  std::optional<Shell> shell_;
};

const std::string all = "\x1b*"; ///< readline's M-*: all candidates, as words of the line

const std::string bash_commands = "bind 'set enable-bracketed-paste off'; . '" MALHA_SOURCE_FOLDER
                                  "/scenarios/runner/commands/completion/malha'";

class Bash : public Completion {
protected:
  Bash() { start({"bash", "--norc", "--noprofile", "-i"}, bash_commands); }
};

TEST_F(Bash, KnowsCommandsAndOptions) {
  EXPECT_EQ(words_after("valid\t"), "validate\n");
  EXPECT_EQ(words_after("rep" + all), "report\nreproduce\n");
  EXPECT_EQ(words_after("simulate --dep\t"), "simulate\n--deployment\n");
}

TEST_F(Bash, KnowsNames) {
  EXPECT_EQ(words_after("run easygrid-benefit-s\t"), "run\neasygrid-benefit-static\n");
  EXPECT_EQ(words_after("run easygrid-benefit-" + all),
            "run\neasygrid-benefit-dynamic\neasygrid-benefit-static\n");
  EXPECT_EQ(words_after("describe cluster/easy_b\t"), "describe\ncluster/easy_backfill\n");
  EXPECT_EQ(words_after("reproduce easy\t"), "reproduce\neasygrid\n");
  EXPECT_EQ(words_after("compare --metric mean_waiting_time_c\t"),
            "compare\n--metric\nmean_waiting_time_common\n");
  EXPECT_EQ(words_after("new policy mine/first --question cluster/q\t"),
            "new\npolicy\nmine/first\n--question\ncluster/queue\n");
}

// Where bash breaks a word at '=', only what stands behind is replaced.
TEST_F(Bash, KnowsParametersAndTheirValues) {
  EXPECT_EQ(words_after("simulate -p star --set platform.ho\t3"),
            "simulate\n-p\nstar\n--set\nplatform.hosts=3\n");
  EXPECT_EQ(words_after("simulate -d cluster.fcfs --set policy=cluster/easy\t"),
            "simulate\n-d\ncluster.fcfs\n--set\npolicy=cluster/easy_backfill\n");
  EXPECT_EQ(words_after("simulate -d cluster.fcfs --set policy=cluster/easy_backfill --set policy.dep\t2"),
            "simulate\n-d\ncluster.fcfs\n--set\npolicy=cluster/easy_backfill\n--set\npolicy.depth=2\n");
  EXPECT_EQ(words_after("simulate --deployment=cluster.easy_b\t"),
            "simulate\n--deployment=cluster.easy_backfill\n");
  EXPECT_EQ(words_after("run --set transport=ins\t"), "run\n--set\ntransport=instant\n");
  EXPECT_EQ(words_after("shares --algorithm fair\t"), "shares\n--algorithm\nfair_tree\n");
}

TEST_F(Bash, KnowsFilesAndFolders) {
  EXPECT_EQ(words_after("simulate -w da\t"), "simulate\n-w\nday.swf\n");
  EXPECT_EQ(words_after("run min\t"), "run\nmine.xml\n");
  EXPECT_EQ(words_after("report resul\tsm\t"), "report\nresults/small/\n");
}

// What is in quotes, or behind a backslash, is one word, with its blanks and with what it holds of quotes.
TEST_F(Bash, KnowsQuotedWords) {
  EXPECT_EQ(words_after("reproduce -o \"my dir\" easy\t"), "reproduce\n-o\nmy dir\neasygrid\n");
  EXPECT_EQ(words_after("reproduce -o 'my \"own dir' easy\t"), "reproduce\n-o\nmy \"own dir\neasygrid\n");
  EXPECT_EQ(words_after("reproduce -o my\\ \\\"dir easy\t"), "reproduce\n-o\nmy \"dir\neasygrid\n");
  EXPECT_EQ(words_after("reproduce -o '$(touch run)' easy\t"), "reproduce\n-o\n$(touch run)\neasygrid\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "run"));
  EXPECT_EQ(words_after("simulate -d \"cluster.easy_b\t"), "simulate\n-d\ncluster.easy_backfill\n");
  EXPECT_EQ(words_after("simulate -d cluster.fcfs --set policy=\"cluster/easy\t"),
            "simulate\n-d\ncluster.fcfs\n--set\npolicy=cluster/easy_backfill\n");
  EXPECT_EQ(words_after("simulate -w my\\ d\t"), "simulate\n-w\nmy day.swf\n");
  EXPECT_EQ(words_after("simulate -w \"my d\t"), "simulate\n-w\nmy day.swf\n");
}

// Unknown words complete to nothing, and nothing is said about them.
TEST_F(Bash, LeavesAloneWhatItDoesNotKnow) {
  EXPECT_EQ(words_after("sing \t"), "sing\n");
  EXPECT_EQ(words_after("run --set nothing=\t"), "run\n--set\nnothing=\n");
}

class Zsh : public Completion {
protected:
  void SetUp() override {
    if (run_shell("command -v zsh", folder_.path()).status != 0)
      GTEST_SKIP() << "zsh is not installed";
    start({"zsh", "-f", "-i"},
          "fpath=('" MALHA_SOURCE_FOLDER "/scenarios/runner/commands/completion' $fpath); "
          "autoload -Uz compinit; compinit -u -D; unsetopt zle_bracketed_paste; bindkey -e");
  }
};

TEST_F(Zsh, KnowsTheSame) {
  EXPECT_EQ(words_after("valid\t"), "validate\n");
  EXPECT_EQ(words_after("simulate --dep\t"), "simulate\n--deployment\n");
  EXPECT_EQ(words_after("run easygrid-benefit-s\t"), "run\neasygrid-benefit-static\n");
  EXPECT_EQ(words_after("simulate -p star --set platform.ho\t3"),
            "simulate\n-p\nstar\n--set\nplatform.hosts=3\n");
  EXPECT_EQ(words_after("simulate -d cluster.fcfs --set policy=cluster/easy\t"),
            "simulate\n-d\ncluster.fcfs\n--set\npolicy=cluster/easy_backfill\n");
  EXPECT_EQ(words_after("simulate -w da\t"), "simulate\n-w\nday.swf\n");
  EXPECT_EQ(words_after("sing \t"), "sing\n");
}

} // namespace completion_test
} // namespace malha::testing
