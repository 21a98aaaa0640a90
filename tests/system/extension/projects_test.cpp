// SPDX-License-Identifier: MIT
// What `malha new` writes builds and passes, whatever the question.
#include "new_project.hpp"
#include "tests/support/catalog.hpp"

#include <set>

namespace malha::testing {
namespace projects_test {

namespace fs = std::filesystem;

std::set<std::string> questions_of_actors() {
  const auto& catalog = shipped_catalog();
  std::set<std::string> asked;
  for (const auto& [name, actor] : catalog.actors())
    for (const auto& handle : actor->asks)
      asked.insert(handle.question);
  return asked;
}

// One CMake run for all questions: each project is a folder of it. It has a test of its decisions, one of
// random views, and three of a simulation.
TEST_F(NewProject, OfEveryQuestionBuildsAndPasses) {
  std::string all = "cmake_minimum_required(VERSION 3.21)\nproject(all LANGUAGES CXX)\nenable_testing()\n";
  std::string commands;
  std::size_t number = 0;
  const auto questions = questions_of_actors();
  const auto tests = 5 * questions.size();
  for (const auto& question : questions) {
    const auto name = "answer_" + std::to_string(++number);
    commands += "malha new policy mine/" + name + " --question " + question + " &&\n";
    all += "add_subdirectory(" + name + ")\n";
  }
  write_text(folder_ / "CMakeLists.txt", all);
  const auto said =
      shell(commands + "cmake -S . -B build -G Ninja -DCMAKE_CXX_FLAGS='-Werror " MALHA_CXX_FLAGS
                       "' && cmake --build build && "
                       "ctest --test-dir build --output-on-failure");
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_NE(said.out.find("100% tests passed, 0 tests failed out of " + std::to_string(tests)),
            std::string::npos);
}

// Each project is one source, its test and a CMakeLists.txt. Its parts are what shipped ones are: listed,
// described with their parameters, run by name, and named in scenarios.
TEST_F(NewProject, OfAWorkloadAndAPlatformBuildPassAndRun) {
  write_text(folder_ / "tidal.xml", scenario_of("bus", "tides"));
  const auto said =
      shell("malha new workload tides && malha new platform bus &&\n"
            "for project in tides bus; do cmake -S $project -B build/$project -G Ninja "
            "-DCMAKE_CXX_FLAGS='-Werror " MALHA_CXX_FLAGS
            "' && cmake --build build/$project && ctest --test-dir build/$project "
            "--output-on-failure || exit; done\n"
            "export MALHA_PLUGIN_PATH=$PWD/build/tides/plugins:$PWD/build/bus/plugins\n"
            "malha list workloads && malha list platforms && malha describe tides && malha platform bus "
            "--set platform.hosts=2 && malha run ./tidal.xml -o out && malha validate out/tidal");
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  for (const auto* shown : {"\ntides ", "\nbus ", "tides: a generated workload", "workload.interval = 600 s",
                            "time between two submissions; a number of s, at least 0", "<link id=\"bus\"",
                            "100% tests passed, 0 tests failed out of 4"})
    EXPECT_NE(said.out.find(shown), std::string::npos) << shown << "\n" << said.out;
}

// A reader is one source, too. It reads lines "submission work"; its ending makes such files workloads.
TEST_F(NewProject, MayReadAFormatOfItsOwn) {
  write_text(folder_ / "pairs.cpp", R"(#include "policies/sdk/workload.hpp"
#include "scenarios/workload/files/line_reader.hpp"
#include <sstream>
namespace {
class Pairs : public malha::JobSource {
public:
  explicit Pairs(const malha::WorkloadInput& input) : lines_(input.file) {}
  std::optional<malha::Job> next() override {
    const auto line = lines_.next();
    if (!line)
      return std::nullopt;
    malha::Job job;
    job.tasks.emplace_back();
    if (!(std::istringstream(std::string(*line)) >> job.submitted >> job.tasks.front().work))
      lines_.fail("is no pair; valid: submission and work");
    job.id = id_++;
    return job;
  }
private:
  malha::LineReader lines_;
  malha::JobId id_ = 0;
};
}
MALHA_WORKLOAD(malha::workload_reader<Pairs>("pairs", {".pairs", ".pairs.gz"}, "jobs as pairs of numbers", ""))
)");
  write_text(folder_ / "CMakeLists.txt",
             "cmake_minimum_required(VERSION 3.21)\nproject(pairs LANGUAGES CXX)\n"
             "find_package(malha REQUIRED)\nmalha_add_workload(pairs pairs.cpp)\n");
  write_text(folder_ / "day.pairs", "0 1e9\n5 2e9\n");
  write_text(folder_ / "bad.pairs", "0 1e9\nfive 2e9\n");
  write_text(folder_ / "paired.xml", scenario_of("star", "day.pairs"));
  const auto said = shell(
      "cmake -S . -B build -G Ninja -DCMAKE_CXX_FLAGS='" MALHA_CXX_FLAGS
      "' && cmake --build build && gzip -k day.pairs && export MALHA_PLUGIN_PATH=$PWD/build/plugins && "
      "malha run paired.xml -o out && malha validate out/paired && malha convert day.pairs day.json && "
      "malha simulate -p star -d cluster.fcfs -w day.pairs.gz -o run && tail -n +2 run/jobs.csv | wc -l");
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_EQ(said.out.substr(said.out.size() - 2), "2\n") << said.out;
  const auto damaged = shell("MALHA_PLUGIN_PATH=$PWD/build/plugins malha simulate -p star -d cluster.fcfs "
                             "-w bad.pairs -o refused");
  EXPECT_EQ(damaged.status, 2);
  EXPECT_EQ(damaged.err, "malha: bad.pairs:2: is no pair; valid: submission and work\n");
  const auto backwards = shell("MALHA_PLUGIN_PATH=$PWD/build/plugins malha convert day.json b.pairs");
  EXPECT_EQ(backwards.status, 2);
  EXPECT_EQ(backwards.err,
            "malha: convert: cannot write b.pairs; valid: a path that ends in .json, .swf, .swf.gz\n");
}

#ifndef __SANITIZE_ADDRESS__ // its modules may leave symbols open
TEST_F(NewProject, OfAPolicyThatUsesSimGridDoesNotLink) {
  const auto said =
      shell("malha new policy mine/clocked --question cluster/queue && "
            "sed -i 's|^#include.*|&\\nextern \"C\" double simgrid_get_clock();|; s|int free = "
            "view.free.size();|int free = simgrid_get_clock() > 0 ? view.free.size() : 0;|' "
            "clocked/policies/mine/clocked.cpp && "
            "cmake -S clocked -B build -G Ninja && cmake --build build --target malha_policies_mine_clocked");
  EXPECT_NE(said.status, 0);
  EXPECT_NE(said.out.find("undefined reference to `simgrid_get_clock'"), std::string::npos) << said.out;
}

#endif

TEST_F(NewProject, OverwritesNothing) {
  EXPECT_EQ(shell("mkdir mine.partial && echo mine > mine.partial/file").status, 0);
  const auto said = shell("malha new actor mine/probe -o mine");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: new: mine.partial is in the way; valid: another folder (-o), or remove it\n");
  EXPECT_EQ(text_of(folder_ / "mine.partial/file"), "mine\n");
  const auto below_a_file = shell("touch file && malha new actor mine/probe -o file/y");
  EXPECT_EQ(below_a_file.status, 2);
  EXPECT_EQ(below_a_file.err.rfind("malha: output folder file/y.partial", 0), 0u) << below_a_file.err;
}

// A reader who follows the page has the plugins of the project in the environment, too.
TEST_F(NewProject, TestsItselfWhileItsPluginsAreInTheEnvironment) {
  const auto said =
      shell("malha new actor mine/probe && cmake -S probe -B build -G Ninja && cmake --build build && "
            "MALHA_PLUGIN_PATH=$PWD/build/plugins ctest --test-dir build --output-on-failure");
  EXPECT_EQ(said.status, 0) << said.out << said.err;
}

TEST_F(NewProject, IsWrittenWholeIntoTheGivenFolder) {
  EXPECT_EQ(shell("malha new actor mine/probe -o deep/down/").status, 0);
  EXPECT_TRUE(fs::exists(folder_ / "deep/down/actors/mine/probe.cpp"));
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "deep")) {
    EXPECT_EQ(entry.path().string().find('@'), std::string::npos) << entry;
    if (entry.is_regular_file() && entry.path().extension() != ".xml") { // @role=… is no blank
      EXPECT_EQ(text_of(entry).find('@'), std::string::npos) << entry;
    }
  }
}

} // namespace projects_test
} // namespace malha::testing
