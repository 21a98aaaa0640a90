// SPDX-License-Identifier: MIT
// Policies in other processes that keep no rule: one sentence, the status of a plugin that breaks a rule, no
// process that is left, and nothing half written.
#include "external.hpp"
#include "tests/support/names.hpp"

#include <thread>

namespace malha::testing {
namespace bad_policies_test {

/// Speaks the protocol by itself, and does what its first argument says when it is asked its third question.
const std::string program = R"py(#!/usr/bin/env python3
import json, os, signal, sys, time

how = sys.argv[1]


def say(text):
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:
        os._exit(1)


def fork_and_stay(marks):
    for mark in marks:
        if os.fork() == 0:
            if mark:
                os.setsid()
            os.execvp("sleep", ["sleep", "600.%s" % sys.argv[2]])


hello = json.loads(sys.stdin.readline())
if how == "mute":
    time.sleep(60)
if how == "exits":
    sys.exit(4)
say('{"ready": %s}\n' % (2 if how == "version" else 1))
for line in sys.stdin:
    message = json.loads(line)
    if "goodbye" in message:
        if how == "writing":
            time.sleep(0.5)
            open("goodbye", "w").close()
        break
    view, n = message["view"], message["n"]
    start, free = [], sum(last - first + 1 for first, last in view["free"])
    for job in view["queue"]:
        if job["size"] <= free:
            free -= job["size"]
            start.append({"job": job["handle"]})
    good = json.dumps({"n": n, "answer": {"start": start}}) + "\n"
    if n != 3 or how in ("good", "writing"):
        say(good)
    elif how == "silent":
        time.sleep(60)
    elif how == "slow":
        for character in good:
            say(character)
            time.sleep(0.2)
    elif how == "dripping":
        while True:
            say("9")
            time.sleep(0.02)
    elif how == "orphaning":
        fork_and_stay([True])
        guard = os.getppid()
        with open("/proc/%d/status" % guard) as status:
            malha = next(int(line.split()[1]) for line in status if line.startswith("PPid:"))
        if os.fork() == 0:
            os.setsid()
            time.sleep(0.5)
            os.kill(guard, signal.SIGCONT)
            os._exit(0)
        os.kill(guard, signal.SIGSTOP)
        os.kill(malha, signal.SIGKILL)
        os._exit(0)
    elif how == "crashing":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif how == "ending":
        sys.exit(5)
    elif how == "garbage":
        say("Traceback: \x01 no idea\n")
    elif how == "list":
        say("[1, 2]\n")
    elif how == "huge":
        for _ in range(1024):
            say("9" * 1048576)
    elif how == "twice":
        say(good + good)
    elif how == "dying":
        say(good[:9])
        os._exit(0)
    elif how == "forking":
        fork_and_stay([False, True])
        os._exit(0)
    elif how == "leaving":
        fork_and_stay([False, True])
        say(good)
    elif how == "closing":
        os.close(0)
        os.close(1)
        time.sleep(60)
    elif how == "ahead":
        say(good.replace('"n": 3', '"n": 9'))
    elif how == "unknown":
        say(json.dumps({"n": n, "answer": {"starts": start}}) + "\n")
    elif how == "typed":
        say(json.dumps({"n": n, "answer": {"start": [{"job": "first"}]}}) + "\n")
    elif how == "rule":
        say(json.dumps({"n": n, "answer": {"start": [{"job": 77}]}}) + "\n")
    elif how == "late":
        say(json.dumps({"n": n, "answer": {"start": start, "wake": -1}}) + "\n")
)py";

struct Bad {
  std::string how;
  std::string sentence; ///< what is said behind the date
  int status = 3;
};
std::ostream& operator<<(std::ostream& out, const Bad& bad) { return out << bad.how; }

class BadExternal : public ::testing::TestWithParam<Bad> {
protected:
  BadExternal() {
    write_text(folder_ / "bad", program);
    std::filesystem::permissions(folder_ / "bad", std::filesystem::perms::owner_all);
  }
  /// Its name, which has no folder.
  std::string policy() const { return "external:bad " + GetParam().how + " " + mark_; }
  Said simulate() const {
    return run_shell(
        "\"$MALHA\" simulate -p star --set platform.hosts=4 -d cluster.fcfs -w rigid_jobs --set "
        "workload.jobs=20 --set transport=instant --set policy.timeout=4 --set policy='external:./bad " +
            GetParam().how + " " + mark_ + "' -o out",
        folder_.path());
  }
  /// What the policy or its children leave behind, once they have had time to go.
  int left() const {
    const auto all = [&] { return processes_with("600." + mark_) + processes_with(words()); };
    for (int look = 0; look < 20 && all() > 0; ++look)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return all();
  }
  /// Words are separated by zeros.
  std::string words() const { return GetParam().how + '\0' + mark_; }

  const TemporaryFolder folder_;
  const std::string mark_ = std::to_string(getpid()); ///< tests run side by side
};

TEST_P(BadExternal, EndsTheRunWithOneSentence) {
  const auto said = simulate();
  const auto& bad = GetParam();
  EXPECT_EQ(said.status, bad.status) << said.out;
  const auto what =
      "policy '" + policy() + "' " + (bad.status == 3 ? "broke a rule at t=" : "cannot be made: ");
  const auto begin = said.err.find(what), behind = begin + what.size();
  ASSERT_NE(begin, std::string::npos) << said.err;
  EXPECT_EQ(said.err.find('\n'), said.err.size() - 1) << said.err;
  const auto end = bad.status == 3 ? said.err.find(" s: ", behind) + 4 : behind;
  EXPECT_EQ(said.err.substr(std::min(end, said.err.size())), bad.sentence + "\n") << said.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
  EXPECT_EQ(left(), 0);
}
INSTANTIATE_TEST_SUITE_P(
    That, BadExternal,
    ::testing::Values(
        Bad{"mute", "it gave no answer within 4 s", 2},
        Bad{"exits", "it ended with status 4 without an answer", 2},
        Bad{"version", "it speaks version 2 of the protocol; valid: 1", 2},
        Bad{"silent", "it gave no answer within 4 s"}, Bad{"slow", "its answer has no end after 4 s"},
        Bad{"dripping", "its answer has no end after 4 s"},
        Bad{"crashing", "it was killed by signal 11 (Segmentation fault) without an answer"},
        Bad{"ending", "it ended with status 5 without an answer"},
        Bad{"garbage", "its answer is no JSON object: Traceback: \\x01 no idea"},
        Bad{"list", "its answer is no JSON object: [1, 2]"}, Bad{"huge", "its answer has more than 16 MiB"},
        Bad{"twice", "it answered question 3 twice"},
        Bad{"dying", "it ended with status 0 in the middle of an answer"},
        Bad{"forking", "it ended with status 0 without an answer"},
        Bad{"closing", "it closed its output without an answer"},
        Bad{"ahead", "it answered question 9; it was asked question 3"},
        Bad{"unknown", "its answer has 'starts', which is not known here; valid: start, stop, drop, moved, "
                       "deallocated, reasons, wake"},
        Bad{"typed", "its answer: start[0].job is \"first\"; valid: a whole number"},
        Bad{"rule", "it starts job handle 77, which no waiting job has"}),
    ByValue());

class GoodExternal : public BadExternal {};

// It leaves processes of its own, one of them in a session of its own; they end with the run.
TEST_P(GoodExternal, EndsWithAllThatItStarted) {
  const auto said = simulate();
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/jobs.csv"));
  EXPECT_EQ(left(), 0);
}
INSTANTIATE_TEST_SUITE_P(That, GoodExternal, ::testing::Values(Bad{"good", ""}, Bad{"leaving", ""}),
                         ByValue());

class WritingExternal : public BadExternal {};

// It is told goodbye, and has time for what it does then.
TEST_P(WritingExternal, EndsByItself) {
  const auto said = simulate();
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_TRUE(std::filesystem::exists(folder_ / "goodbye"));
}
INSTANTIATE_TEST_SUITE_P(That, WritingExternal, ::testing::Values(Bad{"writing", ""}), ByValue());

class OrphaningExternal : public BadExternal {};

// The guard hears at once that the policy has ended and that nobody wants to know: it ends the rest.
TEST_P(OrphaningExternal, LeavesNothing) {
  EXPECT_NE(simulate().status, 0);
  EXPECT_EQ(left(), 0);
}
INSTANTIATE_TEST_SUITE_P(That, OrphaningExternal, ::testing::Values(Bad{"orphaning", ""}), ByValue());

/// What is said of a policy in Python with this source.
Said simulate(const std::string& source, const std::string& settings = "") {
  const TemporaryFolder folder;
  write_text(folder / "mine.py", source);
  auto said =
      run_shell("\"$MALHA\" simulate -p star --set platform.hosts=4 -d cluster.fcfs -w rigid_jobs --set "
                "workload.jobs=20 --set transport=instant --set policy=python:mine.py -o out " +
                    settings,
                folder.path());
  EXPECT_EQ(std::filesystem::exists(folder / "out"), said.status == 0);
  return said;
}

TEST(BadPython, RaisesAnError) {
  const auto said = simulate("def decide(view):\n    return [1 / 0]\n");
  EXPECT_EQ(said.status, 3);
  EXPECT_NE(said.err.find(": it raised ZeroDivisionError: division by zero (mine.py, line 2)\n"),
            std::string::npos)
      << said.err;
}

TEST(BadPython, ReadsWhatIsNotThere) {
  const auto said = simulate("def decide(view):\n    return [job for job in view.queue if job.sise < 2]\n");
  EXPECT_EQ(said.status, 3);
  EXPECT_NE(said.err.find("it raised AttributeError: the view has no 'sise' here; it has handle, id, "),
            std::string::npos)
      << said.err;
}

TEST(BadPython, HasNoFunction) {
  const auto said = simulate("def choose(view):\n    return []\n");
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(
      said.err.find("policy 'python:mine.py' cannot be made: it has no function 'decide', which answers "
                    "cluster/queue\n"),
      std::string::npos)
      << said.err;
}

TEST(BadPython, IsNotThere) {
  const TemporaryFolder folder;
  const auto said = run_shell("\"$MALHA\" simulate -p star -d cluster.fcfs -w rigid_jobs --set "
                              "policy=python:mine.py -o out",
                              folder.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: setting policy=python:mine.py: policy 'python:mine.py': there is no file "
                      "'mine.py'; valid: python:FILE, with the path of a file in Python\n");
}

// What it prints is no answer, and what it is given arrives.
TEST(GoodPython, PrintsAndTakesArguments) {
  const auto said = simulate("print('hello')\n\n\nclass Policy:\n    def __init__(self, parameters, seed):\n"
                             "        assert parameters == {'depth': '2'} and 0 <= seed < 2**53\n\n"
                             "    def decide(self, view):\n        print('asked')\n"
                             "        return [job for job in view.queue if job.size <= len(view.free)][:1]\n",
                             "--set policy.arguments=depth=2");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.err.find("hello\nasked\n"), std::string::npos) << said.err;
}

// The content of its file and of what it reads is a part of what identifies a run.
TEST(GoodPython, IsKnownByItsFiles) {
  const TemporaryFolder folder;
  const auto hash = [&](const std::string& source, const std::string& data) {
    write_text(folder / "mine.py", source);
    write_text(folder / "data.txt", data);
    const auto said =
        run_shell("\"$MALHA\" simulate -p star --set platform.hosts=4 -d cluster.fcfs -w rigid_jobs "
                  "--set workload.jobs=3 --set policy=python:mine.py --set policy.files=data.txt "
                  "-o out && cat out/machine.json && rm -r out",
                  folder.path());
    EXPECT_EQ(said.status, 0) << said.err;
    const auto at = said.out.find("\"python:mine.py\"");
    EXPECT_NE(at, std::string::npos) << said.out;
    return at == std::string::npos ? "" : said.out.substr(at, said.out.find('\n', at) - at);
  };
  const std::string source = "def decide(view):\n    return view.queue[:1] if len(view.free) == 4 else []\n";
  const auto first = hash(source, "1");
  EXPECT_EQ(hash(source, "1"), first);
  EXPECT_NE(hash(source, "2"), first);
  EXPECT_NE(hash(source + "\n", "1"), first);
}

// Two files of one name are two policies, whichever is named first.
TEST(GoodPython, IsNotAnotherOneOfItsName) {
  const TemporaryFolder folder;
  const auto policy_in = [&](const char* name) -> const PolicyDescriptor& {
    std::filesystem::create_directory(folder / name);
    write_text(folder / name / "mine.py", name);
    return shipped_catalog().policy("python:" + (folder / name / "mine.py").string(), "cluster/queue");
  };
  external::set_python_folder(python_folder);
  for (const auto* name : {"first", "second"}) {
    const auto& policy = policy_in(name);
    EXPECT_EQ(policy.name, "python:mine.py");
    const Parameters parameters(policy.parameters, {});
    EXPECT_EQ(external::files_of(policy, parameters),
              std::vector<std::filesystem::path>{folder / name / "mine.py"});
    EXPECT_EQ(external::shown_parameters(policy, parameters).count("program"), 0U);
  }
}

// The files among the words of its command and in `files` are found from another folder, and have their part
// in what identifies the run.
TEST(GoodExternalFiles, AreFoundFromAnotherFolder) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "here/data");
  std::filesystem::create_directories(folder / "there");
  write_text(folder / "here/bad", program);
  std::filesystem::permissions(folder / "here/bad", std::filesystem::perms::owner_all);
  write_text(folder / "here/data/model", "1");
  write_text(folder / "here/data/more", "1");
  const auto made =
      run_shell("\"$MALHA\" simulate -p star --set platform.hosts=4 -d cluster.fcfs -w rigid_jobs --set "
                "workload.jobs=5 --set policy='external:./bad good data/model' --set policy.files=data/more "
                "-o out",
                folder / "here");
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_NE(text_of(folder / "here/out/machine.json").find("\"external:bad good model\""), std::string::npos);
  EXPECT_EQ(run_shell("\"$MALHA\" rerun ../here/out", folder / "there").status, 0);
  const auto hash = [&] {
    const auto said =
        run_shell("\"$MALHA\" simulate -p star --set platform.hosts=4 -d cluster.fcfs -w rigid_jobs --set "
                  "workload.jobs=5 --set policy='external:../here/bad good ../here/data/model' --set "
                  "policy.files=../here/data/more -o out && cat out/machine.json && rm -r out",
                  folder / "there");
    EXPECT_EQ(said.status, 0) << said.err;
    const auto at = said.out.find("\"external:bad good model\"");
    EXPECT_NE(at, std::string::npos) << said.out;
    return at == std::string::npos ? "" : said.out.substr(at, said.out.find('\n', at) - at);
  };
  const auto first = hash();
  for (const auto* file : {"model", "more"}) {
    write_text(folder / "here/data" / file, "2");
    EXPECT_NE(hash(), first) << file;
    write_text(folder / "here/data" / file, "1");
  }
  EXPECT_EQ(hash(), first);
}

// A file that is not there is bad input in a campaign, too.
TEST(BadExternalFiles, AreBadInputOfACampaign) {
  const TemporaryFolder folder;
  write_text(folder / "mine.py", "def decide(view):\n    return []\n");
  const auto said =
      run_shell("\"$MALHA\" compare -p star -d cluster.fcfs -d cluster.easy_backfill -w rigid_jobs --set "
                "policy=python:mine.py --set policy.files=nothing -o out",
                folder.path());
  EXPECT_EQ(said.status, 2) << said.err;
  EXPECT_NE(said.err.find("policy 'python:mine.py': parameter 'files' names 'nothing', and there is no such "
                          "file"),
            std::string::npos)
      << said.err;
}

} // namespace bad_policies_test
} // namespace malha::testing
