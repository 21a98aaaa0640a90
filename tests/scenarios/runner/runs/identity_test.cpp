// SPDX-License-Identifier: MIT
// What changes is run again, and nothing else.
#include "tests/scenarios/runner/campaign/campaign.hpp"

#include <set>

namespace malha::testing {
namespace identity_test {

namespace fs = std::filesystem;

// Two runs of two cells each: one on deployment a.xml with a policy of plugins/, one on b.xml.
class Changed : public Campaign {
protected:
  Changed() : Campaign(scenario("5 6")) {
    fs::create_directory(folder_ / "plugins");
    fs::copy_file(MALHA_TEST_PLUGIN_FOLDER "/misbehaving/queue.so", folder_ / "plugins/queue.so");
    write_text(folder_ / "a.xml",
               deployment("misbehaving/queue\"/><prop id=\"policy.does\" value=\"start_all"));
    write_text(folder_ / "b.xml", deployment("cluster/fcfs"));
    write_text(folder_ / "platform.xml", R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="grid" routing="Full">
    <host id="1" speed="1Gf" speed_file="speed.txt"/>
    <host id="2" speed="1Gf"/><host id="3" speed="1Gf"/><host id="4" speed="1Gf"/>
    <host id="5" speed="1Gf"/><host id="6" speed="1Gf"/><host id="7" speed="1Gf"/>
  </zone>
</platform>)");
    write_text(folder_ / "speed.txt", "0 1\n");
    run();
  }

  static std::string scenario(const std::string& tasks) {
    return "<scenario><question>-</question><platform name='./platform.xml'/><workload name='bag_of_tasks'/>"
           "<seeds vary='nothing'/><set key='workload.work' value='1e9'/><set key='transport' "
           "value='instant'/>"
           "<vary key='workload.tasks' values='" +
           tasks + "'/><run name='a' deployment='./a.xml'/><run name='b' deployment='./b.xml'/></scenario>";
  }
  static std::string deployment(const std::string& policy) {
    return R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <actor host="@role=master" function="cluster/scheduler">
    <prop id="policy" value=")" +
           policy + R"("/>
  </actor>
  <actor host="@role=master" function="workload/submitter"/>
</platform>)";
  }

  void run(const std::string& options = "") const {
    const auto said = malha("run ./scenario.xml -o out --plugin-path plugins " + options);
    ASSERT_EQ(said.status, 0) << said.err;
  }
  /// The runs that the next command makes: those that leave a new manifest.
  std::set<std::string> made_by(const std::string& options = "") const {
    std::map<std::string, fs::file_time_type> before;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "out"))
      if (entry.path().filename() == "manifest.json") {
        fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(1));
        before[name_of(entry.path())] = fs::last_write_time(entry.path());
      }
    run(options);
    std::set<std::string> made;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "out"))
      if (entry.path().filename() == "manifest.json" &&
          fs::last_write_time(entry.path()) != before[name_of(entry.path())])
        made.insert(name_of(entry.path()));
    return made;
  }
  /// "a 5" of out/scenario/a/workload.tasks=5/seed=0/manifest.json.
  std::string name_of(const fs::path& manifest) const {
    const auto cell = manifest.parent_path().parent_path();
    const auto tasks = cell.filename().string();
    return cell.parent_path().filename().string() + " " + tasks.substr(tasks.find('=') + 1);
  }
};

using Runs = std::set<std::string>;

TEST_F(Changed, Nothing) { EXPECT_EQ(made_by(), Runs{}); }

TEST_F(Changed, NothingButTheNumberOfWorkersAndTheWayActorsAreSwitched) {
  EXPECT_EQ(made_by("-j 1 --sg-cfg contexts/factory:thread"), Runs{});
}

TEST_F(Changed, AParameter) {
  write_text(folder_ / "scenario.xml", scenario("5 7"));
  EXPECT_EQ(made_by(), (Runs{"a 7", "b 7"}));
}

TEST_F(Changed, ADeployment) {
  write_text(folder_ / "b.xml", deployment("cluster/fcfs") + "<!-- better -->\n");
  EXPECT_EQ(made_by(), (Runs{"b 5", "b 6"}));
}

TEST_F(Changed, ThePlatform) {
  write_text(folder_ / "platform.xml", text_of(folder_ / "platform.xml") + "\n");
  EXPECT_EQ(made_by(), (Runs{"a 5", "a 6", "b 5", "b 6"}));
}

TEST_F(Changed, AFileThatThePlatformNames) {
  write_text(folder_ / "speed.txt", "0 0.5\n");
  EXPECT_EQ(made_by(), (Runs{"a 5", "a 6", "b 5", "b 6"}));
}

// A byte behind the end of a shared object changes what it is, not what it does.
TEST_F(Changed, APlugin) {
  const auto plugin = text_of(folder_ / "plugins/queue.so");
  fs::remove(folder_ / "plugins/queue.so");
  write_text(folder_ / "plugins/queue.so", plugin + '\n');
  EXPECT_EQ(made_by(), (Runs{"a 5", "a 6"}));
}

// The folders hold the runs of runs.csv, or nothing.
TEST_F(Changed, AndRunWithoutRecordsLeavesNoneOfOthers) {
  write_text(folder_ / "b.xml", deployment("cluster/fcfs") + "<!-- better -->\n");
  run("--records metrics");
  EXPECT_TRUE(fs::exists(folder_ / "out/scenario/a/workload.tasks=5/seed=0/manifest.json"));
  EXPECT_FALSE(fs::exists(folder_ / "out/scenario/b"));
}

TEST_F(Changed, AndChangedBackIsNotMadeAgainUnlessItsRecordsWereReplaced) {
  const auto first = results_below(folder_ / "out");
  write_text(folder_ / "b.xml", deployment("cluster/fcfs") + "<!-- better -->\n");
  run();
  write_text(folder_ / "b.xml", deployment("cluster/fcfs"));
  EXPECT_EQ(made_by(), (Runs{"b 5", "b 6"}));
  EXPECT_EQ(results_below(folder_ / "out"), first);
  write_text(folder_ / "scenario.xml", scenario("5 7"));
  run();
  write_text(folder_ / "scenario.xml", scenario("5 6"));
  EXPECT_EQ(made_by(), Runs{});
}

/// One run on a platform and under a workload that are plugins, measured by a metric that is one.
class ChangedPart : public Campaign {
protected:
  ChangedPart()
      : Campaign("<scenario><question>-</question><platform name='two_hosts'/><workload name='one_job'/>"
                 "<seeds vary='nothing'/><run name='only' deployment='cluster.fcfs'/></scenario>") {
    fs::create_directory(folder_ / "plugins");
    for (const auto* part : {"one_job.so", "two_hosts.so", "ones.so"})
      fs::copy_file(fs::path(MALHA_TEST_PLUGIN_FOLDER) / "parts" / part, folder_.path() / "plugins" / part);
    run();
  }

  void run() const {
    const auto said = malha("run ./scenario.xml -o out --plugin-path plugins");
    ASSERT_EQ(said.status, 0) << said.err;
  }
  /// Whether the next command makes the run again.
  bool is_made_again() const {
    fs::path manifest;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "out"))
      if (entry.path().filename() == "manifest.json")
        manifest = entry.path();
    const auto before = fs::file_time_type::clock::now() - std::chrono::hours(1);
    fs::last_write_time(manifest, before);
    run();
    return fs::last_write_time(manifest) > before + std::chrono::minutes(1);
  }
  void add_a_byte(const std::string& name) const {
    const auto content = text_of(folder_.path() / "plugins" / name);
    fs::remove(folder_.path() / "plugins" / name);
    write_text(folder_.path() / "plugins" / name, content + '\n');
  }
};

TEST_F(ChangedPart, Nothing) { EXPECT_FALSE(is_made_again()); }

TEST_F(ChangedPart, TheWorkload) {
  add_a_byte("one_job.so");
  EXPECT_TRUE(is_made_again());
  EXPECT_FALSE(is_made_again());
}

TEST_F(ChangedPart, ThePlatform) {
  add_a_byte("two_hosts.so");
  EXPECT_TRUE(is_made_again());
  EXPECT_FALSE(is_made_again());
}

TEST_F(ChangedPart, TheMetric) {
  add_a_byte("ones.so");
  EXPECT_TRUE(is_made_again());
  EXPECT_FALSE(is_made_again());
}

// A run that was made before lacks the metric, so that it is made again with it.
TEST_F(ChangedPart, AMetricThatIsAdded) {
  fs::rename(folder_ / "plugins/ones.so", folder_ / "ones.so");
  EXPECT_TRUE(is_made_again());
  EXPECT_EQ(text_of(folder_ / "out/runs.csv").find(",ones,1,"), std::string::npos);
  fs::rename(folder_ / "ones.so", folder_ / "plugins/ones.so");
  EXPECT_TRUE(is_made_again());
  EXPECT_NE(text_of(folder_ / "out/runs.csv").find(",ones,1,"), std::string::npos);
}

} // namespace identity_test
} // namespace malha::testing
