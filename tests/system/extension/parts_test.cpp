// SPDX-License-Identifier: MIT
// A metric, a claim rule and a command, each from one file outside Malha's sources, used in a scenario.
#include "new_project.hpp"

namespace malha::testing {
namespace parts_test {

/// Work of 10 s and of 30 s on a host, with what is claimed of a metric by a rule of claims.
constexpr const char* scenario = R"(<scenario>
  <question>Does three times the work hold the host for three times as long?</question>
  <platform name="star"/>
  <workload name="bag_of_tasks"/>
  <seeds vary="nothing"/>
  <set key="transport" value="instant"/>
  <set key="platform.hosts" value="1"/>
  <set key="platform.speeds" value="1e9"/>
  <set key="workload.tasks" value="1"/>
  <vary key="workload.work" values="1e10 3e10"/>
  <run name="fcfs" deployment="cluster.fcfs"/>
  <measure metric="host_time"/>
  <published metric="host_time" cell="workload.work=3e10" value="30" unit="s" tolerance="0 s"
             source="arithmetic" where="3e10 / 1e9" read="formula"/>
  <claim text="much longer" metric="host_time" far_above="workload.work=3e10" of="workload.work=1e10"
         source="arithmetic" where="30 and 10"/>
</scenario>
)";

class PartsOfPlugins : public NewProject {
protected:
  /// The three projects, built and tested, and a scenario that uses them.
  void SetUp() override {
    NewProject::SetUp();
    write_text(folder_ / "held.xml", scenario);
    const auto said =
        shell("malha new metric host_time && malha new claim far_above && malha new command answers &&\n"
              "for project in host_time far_above answers; do cmake -S $project -B build/$project -G Ninja "
              "-DCMAKE_CXX_FLAGS='-Werror " MALHA_CXX_FLAGS "' && cmake --build build/$project && "
              "ctest --test-dir build/$project --output-on-failure || exit; done");
    ASSERT_EQ(said.status, 0) << said.out << said.err;
  }
  /// With the plugins of the three projects.
  Said with_parts(const std::string& command) const {
    return shell("B=$PWD/build; export "
                 "MALHA_PLUGIN_PATH=$B/answers/plugins:$B/far_above/plugins:$B/host_time/plugins\n" +
                 command);
  }
};

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// One process installs Malha and builds the projects for all of this.
TEST_F(PartsOfPlugins, AreUsedAsShippedOnes) {
  const auto ran = with_parts("malha run ./held.xml -o out");
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_TRUE(holds(ran.out, "claim agrees: much longer\n    30 against twice 10\n")) << ran.out;
  EXPECT_TRUE(holds(ran.out, "host_time")) << ran.out;
  EXPECT_EQ(with_parts("malha validate out/held").status, 0);

  EXPECT_TRUE(holds(with_parts("malha list metrics").out, "\nhost_time "));
  EXPECT_TRUE(holds(with_parts("malha list claims").out, "\nfar_above "));
  EXPECT_TRUE(holds(with_parts("malha list commands").out, "\nanswers "));
  EXPECT_TRUE(holds(with_parts("malha describe host_time").out, "host_time: a metric in s\n"));
  EXPECT_TRUE(holds(with_parts("malha describe far_above").out, "far_above: a rule of claims\n"));
  EXPECT_TRUE(holds(with_parts("malha describe answers").out, "/plugins/commands/answers.so\n"));
  EXPECT_TRUE(holds(with_parts("malha describe metrics").out, "| host_time | s | "));
  EXPECT_TRUE(holds(with_parts("malha describe claims").out, "`far_above="));

  // Before its words are read, a command of a plugin is found by the variable or by the option.
  EXPECT_TRUE(holds(with_parts("malha answers cluster/queue").out, "cluster/fcfs\n"));
  EXPECT_TRUE(
      holds(shell("malha answers cluster/queue --plugin-path build/answers/plugins").out, "cluster/fcfs\n"));
  EXPECT_TRUE(holds(with_parts("malha --help").out, "\n  malha answers QUESTION "));
  EXPECT_EQ(shell("malha answers cluster/queue").status, 2);

  // Without them the scenario says which name is unknown.
  const auto refused = shell("malha run ./held.xml -o refused");
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(holds(refused.err, "held.xml:12: ")) << refused.err;
}

} // namespace parts_test
} // namespace malha::testing
