// SPDX-License-Identifier: MIT
// `malha check` on the shipped policies, and on plugins with which something is wrong.
#include "results/files/table.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>
#include <sstream>

namespace malha::testing {
namespace check_test {

using Json = nlohmann::json;

const std::string plugins = MALHA_TEST_PLUGIN_FOLDER "/check/";

Said check(const std::string& arguments, const TemporaryFolder& folder) {
  return run_shell("\"$MALHA\" check " + arguments, folder.path());
}

/// The words of a text, with one space between them.
std::string words_of(const std::string& text) {
  std::istringstream in(text);
  std::string words, word;
  while (in >> word)
    words += (words.empty() ? "" : " ") + word;
  return words;
}

void expect_narrow(const std::string& text) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    EXPECT_TRUE(columns_of(line) <= terminal_width || line.find(plugins) != std::string::npos) << line;
}

/// A plugin, and what is found in it.
struct Bad {
  std::string plugin;
  std::string found;        ///< the row and the sentence
  std::string example = ""; ///< the members of the smallest example; "": there is one, whatever it is
  bool has_example = true;
  bool is_found_again = true; ///< by the example alone
  std::string options = "--no-valgrind";
};

std::ostream& operator<<(std::ostream& out, const Bad& bad) { return out << bad.plugin; }

class BadPlugin : public ::testing::TestWithParam<Bad> {
protected:
  const TemporaryFolder folder_;
};

TEST_P(BadPlugin, IsFoundAndFoundAgain) {
  const auto& bad = GetParam();
  const auto file = plugins + bad.plugin + ".so";
  const auto said = check(file + " --save found " + bad.options, folder_);
  EXPECT_EQ(said.status, 3) << said.err;
  EXPECT_NE(words_of(said.out).find(bad.found), std::string::npos) << said.out;
  expect_narrow(said.out);
  const auto row = bad.found.substr(0, bad.found.find(' '));
  const auto saved = folder_ / ("found/bad." + bad.plugin + "." + row + ".json");
  EXPECT_EQ(std::filesystem::exists(saved), bad.has_example);
  if (!bad.example.empty()) {
    EXPECT_EQ(Json::parse(text_of(saved)),
              Json::parse(R"({"policy": "bad/)" + bad.plugin + R"(", "seed": 0, )" + bad.example + "}"));
  }
  if (!bad.has_example || !bad.is_found_again)
    return;
  const auto limit = bad.options.find("--time-limit");
  const auto again = check(file + " --replay '" + saved.string() + "' " +
                               (limit == std::string::npos ? "" : bad.options.substr(limit)),
                           folder_);
  EXPECT_EQ(again.status, 3) << again.err;
  EXPECT_NE(words_of(again.out).find(bad.found), std::string::npos) << again.out;
}

// Each example is the smallest of its kind: two jobs on one node are too many, two children without power
// make one abort, the second instance goes on where the first one stopped.
const std::vector<Bad> bad_plugins{
    {"greedy", "rules FOUND: it starts job 1 on 1 nodes with 0 free", R"("views": [{"jobs": [{}, {}]}])"},
    {"throws", "rules FOUND: it throws: nothing runs like this", R"("views": [{"running": 2}])"},
    {"crashes", "ends FOUND: its process was killed by signal 6 (Aborted)",
     R"("views": [{"children": [{}, {"child": 1}]}])"},
    {"hangs", "ends FOUND: it does not answer within 0.2 s of computing",
     R"("views": [{"external_loads": 2}])", true, true, "--no-valgrind --time-limit 0.2"},
    {"talks", "output FOUND: it writes to the standard output: \"giving up nothing of 2 tasks\"",
     R"("views": [{"ready": [1, 1]}])"},
    {"outgrows", "rules FOUND: it gives job ", "", true, true, "--no-valgrind"},
    {"by_chance",
     "repeats FOUND: the same views are answered differently in another process: it reads a clock, a "
     "random "
     "device, or uninitialised memory",
     "", true, false}, // chance may say the same twice
    {"by_address", "addresses FOUND: the same views are answered differently at other memory addresses: "
                   "it depends on the order "
                   "or the hash of addresses, or reads uninitialised memory"},
    {"unwritten", "addresses FOUND: the same views are answered differently at other memory addresses: "
                  "it depends on the order "
                  "or the hash of addresses, or reads uninitialised memory"},
    {"remembers",
     "state FOUND: the same views are answered differently after another instance was asked: it keeps state "
     "outside of its instances",
     R"("views": [{"clusters": [{}, {}], "candidates": [{}, {"cluster": 1}]}],
        "before": [{"views": [{"clusters": [{}], "candidates": [{}]}]}])"},
    // What a policy does and does not declare: malha validate would say that such schedules are not valid.
    {"changes_heads", "described FOUND: job "},
    {"copies",
     "described FOUND: it has 2 copies of task 0 run at once, and it does not declare 'copies' with "
     "so large an amount (so many attempts of a task may run at once): malha validate will say that "
     "such schedules are not valid; malha::Trait::copies after its parameters declares it "
     "(docs/files.md, What a schedule may show)"},
    {"saves",
     "described FOUND: jobs leave checkpoints, from which they go on, and it does not declare "
     "'resumed_work' (",
     R"("views": [{}])"},
    {"preempts", "described FOUND: it stops a task "},
    {"undescribed",
     "described FOUND: it has a default that is not valid: parameter 'jobs' cannot be '0'; valid: an "
     "integer, from 1 to 9",
     "", false},
    {"sleeps", "ends FOUND: it does not answer: it waits and does not compute, for more than 0.5 s", "", true,
     true, "--no-valgrind --time-limit 0.5"},
    {"stops", "ends FOUND: its process was stopped", "", true, true, "--no-valgrind --time-limit 0.5"},
    {"orphans", "ends FOUND: it leaves behind a process that it has started"},
    {"kills_parent", "ends FOUND: it ends or stops the process that has started it"},
    {"throws_much", "rules FOUND: it throws: xxx", "", true, true, "--no-valgrind --views 10"},
    {"takes_memory", "rules FOUND: it throws: std::bad_alloc"},
    {"writes_file", "output FOUND: it writes "},
    {"changes_folder", "output FOUND: it changes the folder in which the program works"},
    {"leaks", "memory FOUND: it loses memory, ", "", false, false, ""},
};
INSTANTIATE_TEST_SUITE_P(Plugin, BadPlugin, ::testing::ValuesIn(bad_plugins),
                         [](const auto& one) { return one.param.plugin; });

// Nothing else is looked at in a plugin that does not come to its end while it is opened, and nothing is
// called good.
TEST(Check, CallsNothingGoodThatItCouldNotOpen) {
  const TemporaryFolder folder;
  const auto expect_found = [&](const std::string& name, const std::string& found) {
    const auto file = plugins + name + ".so";
    const auto said = check(file + " --time-limit 0.2", folder);
    EXPECT_EQ(said.status, 3) << said.err;
    EXPECT_EQ(words_of(said.out),
              name + ".so: a plugin from " + file +
                  " described not looked at: it could not be read to its end output not looked at: it could "
                  "not be read to its end ends FOUND: " +
                  found + " while it is opened answers not looked at: it could not be read to its end");
  };
  expect_found("aborts_when_opened", "its process was killed by signal 6 (Aborted)");
  expect_found("loops_when_opened", "it does not answer within 0.2 s of computing");
}

// The other plugin of the folder has its report: two lines of the table, and what is found in each.
TEST(Check, GoesOnAfterAFileThatIsNoPlugin) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "mine");
  std::filesystem::copy_file(plugins + "greedy.so", folder / "mine/greedy.so");
  write_text(folder / "mine/text.so", "hello");
  const auto said = check("mine --no-valgrind", folder);
  EXPECT_EQ(said.status, 2) << said.err;
  const auto words = words_of(said.out);
  EXPECT_NE(words.find("rules FOUND: it starts job 1 on 1 nodes with 0 free"), std::string::npos) << said.out;
  EXPECT_NE(words.find("text.so: it cannot be checked from mine/text.so opened FOUND: plugin mine/text.so: "
                       "cannot be opened: mine/text.so: file too short"),
            std::string::npos)
      << said.out;
}

TEST(Check, ListsEveryFlawOfADescriptor) {
  const TemporaryFolder folder;
  const auto said = check(plugins + "undescribed.so", folder);
  EXPECT_EQ(said.status, 3) << said.err;
  EXPECT_NE(
      words_of(said.out).find(
          "described FOUND: its parameter 'jobs' is a number without a unit (\"1\": a pure number), or a "
          "word with one described FOUND: it has a default that is not valid: "),
      std::string::npos)
      << said.out;
}

// What a metric says of itself is checked; what a command says is not.
TEST(Check, LooksAtWhatPartsSayOfThemselves) {
  const TemporaryFolder folder;
  const auto metric = check(plugins + "unmeant.so", folder);
  EXPECT_EQ(metric.status, 3) << metric.err;
  EXPECT_NE(words_of(metric.out).find("described FOUND: unmeant: its meaning is not one line"),
            std::string::npos)
      << metric.out;
  const auto command = check(plugins + "commands.so", folder);
  EXPECT_EQ(command.status, 0) << command.err;
  EXPECT_NE(words_of(command.out)
                .find("described not looked at: it is not known what a part of the kind 'command' must say "
                      "of itself"),
            std::string::npos)
      << command.out;
}

TEST(Check, SaysWhatItDoesNotLookAt) {
  const TemporaryFolder folder;
  const auto said = check(plugins + "stranger.so", folder);
  EXPECT_EQ(said.status, 0) << said.err;
  const auto words = words_of(said.out);
  EXPECT_NE(words.find("bad/stranger: a policy that answers chess/opening"), std::string::npos) << said.out;
  EXPECT_NE(words.find("answers not looked at: no views of the question 'chess/opening' are known"),
            std::string::npos)
      << said.out;
  const auto actors = check(MALHA_PLUGIN_FOLDER "/actors/cluster.so", folder);
  EXPECT_EQ(actors.status, 0) << actors.err;
  EXPECT_NE(words_of(actors.out).find("answers not looked at: random views are for policies"),
            std::string::npos)
      << actors.out;
}

// The views of chess/opening are those of a plugin: boards of five to eight files, 0 to 4 and more. A pawn of
// file 4 is on all of them, one of file 7 is not. The smallest example needs no parameter: on a board of one
// file there is no file 4.
TEST(Check, AsksViewsThatAPluginBrings) {
  const TemporaryFolder folder;
  const auto stranger = plugins + "stranger.so --plugin-path '" MALHA_TEST_PLUGIN_FOLDER "/chess' ";
  const auto good = check(stranger + "--set file=4", folder);
  EXPECT_EQ(good.status, 0) << good.out << good.err;
  EXPECT_EQ(good.out.find("FOUND"), std::string::npos) << good.out;
  EXPECT_EQ(good.out.find("answers not looked at"), std::string::npos) << good.out;
  EXPECT_NE(words_of(good.out).find("memory not looked at: valgrind "), std::string::npos) << good.out;
  const auto bad = check(stranger + "--set file=7 --no-valgrind --save found", folder);
  EXPECT_EQ(bad.status, 3) << bad.out << bad.err;
  EXPECT_NE(words_of(bad.out).find("rules FOUND: it moves a pawn of file 4 of 1"), std::string::npos)
      << bad.out;
  EXPECT_EQ(Json::parse(text_of(folder / "found/bad.stranger.rules.json"))["views"],
            Json::parse(R"([{"files": 1}])"));
}

// What stands for valgrind says that it has begun, and waits. A shell has its background processes pass over
// SIGINT: the program is ended by SIGTERM, which is 15.
TEST(Check, LeavesNothingBehindWhenItIsEnded) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "bin");
  std::filesystem::create_directory(folder / "temporary");
  write_text(folder / "bin/valgrind",
             "#!/bin/sh\nls temporary > begun.txt\nmv begun.txt begun\nexec sleep 600\n");
  std::filesystem::permissions(folder / "bin/valgrind", std::filesystem::perms::owner_all);
  const auto said =
      run_shell("PATH=\"$PWD/bin:$PATH\" TMPDIR=\"$PWD/temporary\" \"$MALHA\" check " + plugins +
                    "leaks.so & program=$!; "
                    "while [ ! -e begun ] && kill -0 $program; do sleep 0.05; done; "
                    "kill -TERM $program; wait $program",
                folder.path());
  EXPECT_EQ(said.status, 128 + 15) << said.out << said.err;
  EXPECT_EQ(text_of(folder / "begun").rfind("malha-", 0), 0U) << text_of(folder / "begun");
  EXPECT_TRUE(std::filesystem::is_empty(folder / "temporary"));
}

// The process that is left behind has the pipe of the run, and sleeps ten minutes; nothing of it is left.
TEST(Simulate, DoesNotWaitForWhatAPluginLeavesOrStops) {
  const TemporaryFolder folder;
  for (const std::string name : {"orphans", "stops"}) {
    std::filesystem::create_directory(folder / name);
    std::filesystem::copy_file(plugins + name + ".so", folder / name / (name + ".so"));
  }
  const std::string simulation =
      "\"$MALHA\" simulate -p star -w rigid_jobs --set workload.jobs=5 -d cluster.fcfs --set "
      "transport=instant ";
  const auto left = run_shell("mkdir tmp; TMPDIR=$PWD/tmp " + simulation +
                                  "--set policy=bad/orphans --plugin-path orphans -o left; "
                                  "grep -lz TMPDIR=$PWD/tmp /proc/[0-9]*/environ 2>/dev/null",
                              folder.path());
  EXPECT_TRUE(std::filesystem::exists(folder / "left/jobs.csv")) << left.err;
  EXPECT_EQ(left.out.find("/environ"), std::string::npos) << left.out;
  const auto stopped =
      run_shell(simulation + "--set policy=bad/stops --plugin-path stops -o stopped", folder.path());
  EXPECT_EQ(stopped.status, 5);
  EXPECT_EQ(stopped.err,
            "malha: simulation: its process was stopped by signal 19 (Stopped (signal)) while it asked "
            "policy 'bad/stops'\n");
}

TEST(Check, RefusesAPipe) {
  const TemporaryFolder folder;
  const auto said = run_shell("mkdir pl; mkfifo pl/f.so; \"$MALHA\" list policies --plugin-path pl; "
                              "\"$MALHA\" check pl/f.so",
                              folder.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(
      said.err,
      "malha: plugin pl/f.so: cannot be opened: pl/f.so: is a pipe or a device, which may never end; "
      "valid: a regular file\nmalha: plugin pl/f.so: is a pipe or a device, which may never end; valid: "
      "a regular file\n");
}

TEST(Check, RefusesWhatItCannotCheck) {
  const TemporaryFolder folder;
  write_text(folder / "text.so", "hello");
  write_text(folder / "bad.json", "[1]");
  write_text(folder / "other.json", R"({"policy": "cluster/fcfs", "views": [{}]})");
  write_text(folder / "empty.json", "{}");
  write_text(folder / "wrong.json", R"({"views": [{"speed": 1}]})");
  const auto refused = [&](const std::string& arguments) {
    const auto said = check(arguments, folder);
    EXPECT_EQ(said.status, 2) << said.out;
    return said.err;
  };
  const auto greedy = plugins + "greedy.so";
  EXPECT_EQ(
      refused("nowhere.so"),
      "malha: check: there is no plugin 'nowhere.so'; valid: the path of a plugin or of a folder of plugins, "
      "the name of a policy that malha list policies prints, or of a question, python:FILE, "
      "external:COMMAND or socket:PATH\n");
  EXPECT_EQ(refused("text.so"), "malha: plugin ./text.so: cannot be opened: ./text.so: file too short\n");
  EXPECT_EQ(refused("--views 0"), "malha: check: --views cannot be 0; valid: from 1 to 1e+06\n");
  EXPECT_EQ(refused(greedy + " --set most=1"),
            "malha: policy 'bad/greedy': unknown parameter 'most'; valid: (none)\n");
  EXPECT_EQ(refused(greedy + " --here"),
            "malha: check: --here is for one example; valid: with --replay FILE\n");
  for (const std::string option : {"--set most=1", "--views 10", "--save found", "--no-valgrind"})
    EXPECT_EQ(refused(greedy + " --replay wrong.json " + option),
              "malha: check: " + option.substr(0, option.find(' ')) +
                  " has no effect on an example; valid with --replay: --here, --seed, --time-limit, "
                  "--workers and --plugin-path\n");
  EXPECT_EQ(refused(greedy + " --replay empty.json"),
            "malha: the example is none of cluster/queue: it has no views\n");
  EXPECT_EQ(refused(greedy + " --replay gone.json"),
            "malha: check: gone.json cannot be read; valid: an example that malha check printed\n");
  EXPECT_EQ(refused(greedy + " --replay bad.json"),
            "malha: check: bad.json is no JSON object; valid: an example that malha check printed\n");
  EXPECT_EQ(refused(greedy + " --replay other.json"),
            "malha: the example is of policy 'cluster/fcfs', and " + greedy + " has 'bad/greedy'\n");
  EXPECT_EQ(refused(greedy + " --replay wrong.json"),
            "malha: the example is none of cluster/queue: 'speed' "
            "is not known here; valid: nodes, explain, jobs, priorities, part, window, "
            "predictions, scale_limits\n");
}

// Asked in the process of the program, for a debugger: the answer is a job, its start, its end and its node.
TEST(Check, AsksAnExampleHere) {
  const TemporaryFolder folder;
  write_text(folder / "one.json", R"({"views": [{"jobs": [{"run_time": 1, "after": 2}]}]})");
  const auto said = check("cluster/fcfs --replay one.json --here", folder);
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out, "[[0,2.0,3.0,\"0\"]]\n");
}

/// `.ci/full` asks each policy more views, and under valgrind.
TEST(Check, FindsNothingInShippedPolicies) {
  const TemporaryFolder folder;
  const auto said = check("--no-valgrind --views 200", folder);
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_NE(said.out.find("cluster/easy_backfill"), std::string::npos);
  EXPECT_EQ(said.out.find("FOUND"), std::string::npos) << said.out;
  expect_narrow(said.out);
}

} // namespace check_test
} // namespace malha::testing
