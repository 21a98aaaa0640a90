// SPDX-License-Identifier: MIT
// Parts that are added to the tree itself, or as a project outside it: one file each, used in a scenario, and
// nothing that was there is edited.
#include "new_project.hpp"

namespace malha::testing {
namespace tree_test {

/// An actor that asks a question of its own: how long does it wait before the next of three looks?
const std::map<std::string, std::string> watch{
    {"policies/mine/pause.hpp", R"(// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/plugin.hpp"
namespace mine {
class Pause : public malha::Policy {
public:
  static constexpr const char* question = "mine/pause";
  /// In seconds, before a look; they are numbered from 0.
  virtual double pause(int look) = 0;
};
}
)"},
    {"policies/mine/doubling.cpp", R"(// SPDX-License-Identifier: MIT
#include "policies/mine/pause.hpp"
namespace {
class Doubling : public mine::Pause {
public:
  explicit Doubling(const malha::Parameters& parameters) : first_(parameters.real("first")) {}
  double pause(int look) override { return first_ * (1 << look); }

private:
  double first_;
};
}
MALHA_POLICY(malha::policy<Doubling>("mine/doubling", "waits twice as long each time", "",
                                     {malha::real("first", 1, malha::above(0), "s", "the first time")}))
)"},
    {"actors/mine/watch.cpp", R"(// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/stage.hpp"
#include "policies/mine/pause.hpp"

#include <simgrid/s4u.hpp>
namespace {
class Watch : public malha::Actor {
public:
  explicit Watch(malha::ActorContext& context) : context_(context), policy_(context.policy<mine::Pause>()) {}
  void run() override {
    for (int look = 0; look < 3; ++look) {
      const double pause = policy_.ask([look](auto& policy) { return policy.pause(look); });
      simgrid::s4u::this_actor::sleep_for(pause);
      context_.simulation().recorder().count("watched", pause);
    }
  }

private:
  malha::ActorContext& context_;
  malha::PolicyUse<mine::Pause> policy_;
};
}
MALHA_ACTOR(malha::describe<Watch>("mine/watch", "looks three times", "")
                .asks({{"", mine::Pause::question}})
                .measures({{"watched", "s", "time between looks"}}))
)"}};

/// A batch scheduler, and the actor beside it.
constexpr const char* deployment = R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <actor host="@role=master" function="cluster/scheduler">
    <prop id="policy" value="cluster/fcfs"/>
  </actor>
  <actor host="@role=master" function="workload/submitter"/>
  <actor host="@role=master" function="mine/watch">
    <prop id="policy" value="mine/doubling"/>
    <prop id="policy.first" value="2"/>
  </actor>
</platform>
)";

/// It waits 2 s, 4 s and 8 s.
constexpr const char* published =
    R"(  <published metric="watched" cell="run=only" value="14" unit="s" tolerance="0 s"
             source="arithmetic" where="2 + 4 + 8" read="formula"/>
)";

class OneFile : public NewProject {
protected:
  /// Writes the actor, its question and its policy, with the scenario in which it is deployed.
  void add_watch(const std::string& to) const {
    for (const auto& [file, text] : watch) {
      std::filesystem::create_directories((folder_ / to / file).parent_path());
      write_text(folder_ / to / file, text);
    }
    write_text(folder_ / "mine.watch.xml", deployment);
    write_text(folder_ / "watched.xml", scenario_of("star", "bag_of_tasks", "mine.watch.xml", published));
  }
};

TEST_F(OneFile, OutsideTheTreeIsAnActorWithAQuestionOfItsOwn) {
  add_watch("watch");
  write_text(folder_ / "watch/CMakeLists.txt",
             "cmake_minimum_required(VERSION 3.21)\nproject(watch LANGUAGES CXX)\n"
             "find_package(malha REQUIRED)\ninclude_directories(${PROJECT_SOURCE_DIR})\n"
             "malha_add_policy(mine/doubling policies/mine/doubling.cpp)\n"
             "malha_add_actors(mine actors/mine/watch.cpp)\n");
  const auto said = shell("cmake -S watch -B build -G Ninja -DCMAKE_CXX_FLAGS='" MALHA_CXX_FLAGS
                          "' && cmake --build build && export MALHA_PLUGIN_PATH=$PWD/build/plugins && "
                          "malha run ./watched.xml -o out && malha validate out/watched && "
                          "malha describe mine/pause");
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  for (const auto* shown : {"watched", "agrees", "mine/pause: a question\n  asked by: mine/watch\n"})
    EXPECT_NE(said.out.find(shown), std::string::npos) << shown << "\n" << said.out;
}

/// What `malha new` writes as the source of a part becomes a file of the copied tree.
std::string into_the_tree(const std::string& from, const std::string& to) {
  return "(echo '// SPDX-License-Identifier: MIT' && cat " + from + ") > tree/" + to + " && ";
}

// A copy of the sources is configured, nothing in it is edited, and the plugins of the new files are built by
// the names of the files. Programs and libraries are not built once more: the actor links with those of this
// build, by the commands of the copy. Metrics, claim rules and commands are part of them: here they are among
// their sources, and tests/system/parts uses some.
TEST_F(OneFile, InTheTreeIsAPartOfAnyKind) {
  write_text(folder_ / "tidal.xml",
             scenario_of("bus", "tides", "cluster.fcfs", "  <set key=\"policy\" value=\"mine/answer\"/>\n"));
  const auto copied =
      shell("malha new workload tides && malha new platform bus && malha new metric host_time && "
            "malha new claim far_above && malha new command answers && "
            "malha new policy mine/answer --question cluster/queue && mkdir tree && "
            "(cd '" MALHA_SOURCE_FOLDER
            "' && cp -r CHANGELOG.md CMakeLists.txt LICENSE install_data.cmake packages.cmake "
            "actors platforms policies results scenarios "
            "\"$OLDPWD/tree\") && git init -q tree && git -C tree add -A && "
            "git -C tree -c user.name=reader -c user.email=reader@example.org commit -qm 'Take the sources'");
  ASSERT_EQ(copied.status, 0) << copied.out << copied.err;
  add_watch("tree");
  const auto said = shell(
      into_the_tree("tides/workloads/tides.cpp", "scenarios/workload/tides.cpp") +
      into_the_tree("bus/platforms/bus.cpp", "platforms/generators/bus.cpp") +
      into_the_tree("answer/policies/mine/answer.cpp", "policies/mine/answer.cpp") +
      into_the_tree("host_time/metrics/host_time.cpp", "results/metrics/host_time.cpp") +
      into_the_tree("far_above/claims/far_above.cpp", "scenarios/runner/verdicts/claims/far_above.cpp") +
      into_the_tree("answers/commands/answers.cpp", "scenarios/runner/commands/answers_command.cpp") +
      "cmake -S tree -B build -G Ninja -DMALHA_TESTS=OFF -DCMAKE_UNITY_BUILD=ON "
      "-DCMAKE_CXX_FLAGS='" MALHA_CXX_FLAGS
      "' && cmake --build build --target malha_workloads_tides malha_platforms_bus "
      "malha_policies_mine_answer malha_policies_mine_doubling && "
      "for library in actors/libmalha_model.a results/libmalha_results.a lib/libmalha-runtime.so; do "
      "cp '" MALHA_BUILD "'/$library build/$library; done && "
      "(cd build && ninja -t commands malha_actors_mine | grep malha_actors_mine.dir | sh -e) && "
      "for scenario in tidal watched; do malha run ./$scenario.xml -o out-$scenario --plugin-path "
      "build/lib/malha && malha validate out-$scenario/$scenario || exit; done && "
      "for file in results/metrics/host_time scenarios/runner/verdicts/claims/far_above "
      "scenarios/runner/commands/answers_command; do grep -rq --include='*.cxx' /tree/$file.cpp build || "
      "exit; done");
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_EQ(
      shell("git -C tree status --porcelain --untracked-files=all").out,
      "?? actors/mine/watch.cpp\n?? platforms/generators/bus.cpp\n?? policies/mine/answer.cpp\n"
      "?? policies/mine/doubling.cpp\n?? policies/mine/pause.hpp\n?? results/metrics/host_time.cpp\n"
      "?? scenarios/runner/commands/answers_command.cpp\n?? scenarios/runner/verdicts/claims/far_above.cpp\n"
      "?? scenarios/workload/tides.cpp\n");
}

} // namespace tree_test
} // namespace malha::testing
