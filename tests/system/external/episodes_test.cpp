// SPDX-License-Identifier: MIT
// Programs that run already as policies, and the command from which those of Python get their simulations.
#include "external.hpp"

#include <nlohmann/json.hpp>

#include <sstream>

namespace malha::testing {
namespace episodes_test {

// The files of an episode are those of `malha simulate` but for machine.json; an error ends one episode, and
// not the next.
TEST(Episodes, AreSimulations) {
  const TemporaryFolder folder;
  const std::string words =
      " -p star --set platform.hosts=8 -d cluster.fcfs -w lublin --set workload.jobs=30";
  write_text(folder / "asked",
             "{\"seed\":4,\"out\":\"a\"}\n{\"seed\":5}\n{\"seed\":4,\"out\":\"asked\"}\n{\"out\":\"b\","
             "\"seed\":5}\n");
  const auto said = run_shell("\"$MALHA\" episodes" + words + " < asked", folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  std::istringstream lines(said.out);
  std::vector<nlohmann::json> answers;
  for (std::string line; std::getline(lines, line);)
    answers.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(answers.size(), 4U) << said.out;
  for (const std::size_t good : {0, 1, 3})
    EXPECT_EQ(answers[good]["metrics"]["jobs_finished"], 30) << said.out;
  EXPECT_EQ(answers[1], answers[3]);
  EXPECT_NE(answers[0], answers[1]);
  EXPECT_NE(answers[2]["status"], 0);
  EXPECT_NE(answers[2]["message"].get<std::string>().find("asked"), std::string::npos);
  for (const std::string seed : {"4", "5"}) {
    const auto whole =
        run_shell("\"$MALHA\" simulate" + words + " --seed " + seed + " -o s" + seed, folder.path());
    ASSERT_EQ(whole.status, 0) << whole.err;
  }
  EXPECT_GE(results_below(folder / "a").size(), 4U);
  EXPECT_EQ(results_below(folder / "a"), results_below(folder / "s4"));
  EXPECT_EQ(results_below(folder / "b"), results_below(folder / "s5"));
}

// Speeds are drawn for each seed, or are the same for all: either way each episode is what it is alone.
TEST(Episodes, AreOnThePlatformOfTheirSeed) {
  const TemporaryFolder folder;
  const std::vector<std::string> episodes{"{\"seed\":1}\n", "{\"seed\":2}\n", "{\"seed\":1}\n"};
  write_text(folder / "all", episodes[0] + episodes[1] + episodes[2]);
  for (const std::string hm : {"0", "8"}) {
    const std::string command =
        "\"$MALHA\" episodes -p uniform_speeds --set platform.total_speed=100 --set platform.hm=" + hm +
        " -d broker.workqueue -w bag_of_tasks --set workload.spread=0.5 < ";
    std::string each;
    for (const auto& episode : episodes) {
      write_text(folder / "one", episode);
      each += run_shell(command + "one", folder.path()).out;
    }
    EXPECT_NE(each.find("makespan"), std::string::npos) << each;
    EXPECT_EQ(run_shell(command + "all", folder.path()).out, each) << hm;
  }
}

TEST(Episodes, RefuseWhatTheyDoNotTake) {
  const TemporaryFolder folder;
  const std::string words = "\"$MALHA\" episodes -p star -d cluster.fcfs -w lublin ";
  const auto told = [&](const std::string& more) { return run_shell(words + more, folder.path()); };
  for (const std::string line :
       {"x", "{}", "{\"seed\":-1}", "{\"seed\":1,\"out\":2}", "{\"seed\":1,\"more\":2}"}) {
    write_text(folder / "asked", line + "\n");
    const auto said = told("< asked");
    EXPECT_EQ(said.status, 2);
    EXPECT_EQ(said.err,
              "malha: episodes: '" + line +
                  "' asks for none; valid: {\"seed\":1,\"out\":\"folder\"}, or {\"seed\":1}, which writes "
                  "nothing\n");
  }
  for (const std::string other : {"--seed 3", "--metric makespan", "--explain"})
    EXPECT_NE(told(other + " < /dev/null").err.find("it takes no --seed, --metric or --explain"),
              std::string::npos)
        << other;
  EXPECT_EQ(told("--overwrite < /dev/null").status, 2);
  EXPECT_EQ(told("--set policy=none < /dev/null").status, 2);
}

// A policy at a socket: nobody listens there, there is none, and one that answers two runs.
TEST(SocketPolicy, AnswersRunsOfItsTime) {
  const TemporaryFolder folder;
  write_text(folder / "server.py", R"py(
import json, os, socket, subprocess, sys

listener = socket.socket(socket.AF_UNIX)
listener.bind("here")
words = [os.environ["MALHA"]] + "simulate -p star -d cluster.fcfs -w bag_of_tasks --set policy=socket:here -o".split()
unheard = subprocess.run(words + ["out"], stderr=subprocess.PIPE)
assert unheard.returncode == 2, unheard
print(unheard.stderr.decode(), end="")
listener.listen(1)
for run in "a", "b":
    malha = subprocess.Popen(words + [run], stdout=subprocess.DEVNULL)
    with listener.accept()[0] as connection, connection.makefile("rw") as lines:
        assert json.loads(lines.readline())["question"] == "cluster/queue"
        lines.write('{"ready":1}\n')
        lines.flush()
        for line in lines:
            asked = json.loads(line)
            if "goodbye" in asked:
                break
            free = sum(last - first + 1 for first, last in asked["view"]["free"])
            start = [{"job": job["handle"]} for job in asked["view"]["queue"][:free]]
            lines.write(json.dumps({"n": asked["n"], "answer": {"start": start}}) + "\n")
            lines.flush()
    assert malha.wait() == 0
)py");
  const auto said = run_shell("python3 server.py", folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("nobody answers at its socket: Connection refused\n"), std::string::npos)
      << said.out;
  EXPECT_EQ(results_below(folder / "a"), results_below(folder / "b"));
  EXPECT_NE(text_of(folder / "a/manifest.json").find("\"socket:here\""), std::string::npos);
  EXPECT_EQ(run_shell("\"$MALHA\" simulate -p star -d cluster.fcfs -w lublin --set policy=socket:none",
                      folder.path())
                .err,
            "malha: setting policy=socket:none: policy 'socket:none': there is no socket 'none'; valid: "
            "socket:PATH, where a program "
            "listens that "
            "runs already\n");
}

// One that listens and takes no call, and two of one name, of which nobody can say that they are the same.
TEST(SocketPolicy, IsRefused) {
  const TemporaryFolder folder;
  const auto said = run_shell(R"(mkdir a b && python3 -c '
import os, socket, subprocess

words = [os.environ["MALHA"]] + "simulate -p star -d cluster.fcfs -w bag_of_tasks --set policy=socket:a/here".split()
first, second = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
first.bind("a/here")
second.bind("b/here")
print(subprocess.run(words + ["--set", "policy.priority=socket:b/here", "-o", "out"]).returncode, flush=True)
first.listen(0)
with socket.socket(socket.AF_UNIX) as before:
    before.connect("a/here")
    print(subprocess.run(words + ["--set", "policy.timeout=1"]).returncode)
' 2>&1)",
                              folder.path());
  EXPECT_EQ(said.status, 0) << said.out;
  EXPECT_NE(said.out.find("/b/here' of one run would both be 'socket:here' in its results; valid: "),
            std::string::npos)
      << said.out;
  EXPECT_NE(said.out.find("nobody answers at its socket: Resource temporarily unavailable\n"),
            std::string::npos)
      << said.out;
  EXPECT_EQ(said.out.substr(said.out.size() - 2), "2\n") << said.out;
}

} // namespace episodes_test
} // namespace malha::testing
