// SPDX-License-Identifier: MIT
// A file that is written from another one gives the same simulation, or is written with a note on what it
// lost. Random workloads with all fields that their formats know go through every reader and every writer.
#include "policies/sdk/numbers.hpp"
#include "reading.hpp"
#include "results/files/csv_reader.hpp"

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace malha::testing {
namespace rewriting_test {

using nlohmann::json;
using Rows = std::vector<std::string>;

class Chance {
public:
  explicit Chance(std::uint64_t seed) : engine_(seed) {}

  int between(int low, int high) { return boost::random::uniform_int_distribution<>(low, high)(engine_); }
  bool one_in(int many) { return between(1, many) == 1; }
  template <class Value>
  Value one_of(const std::vector<Value>& values) {
    return values[static_cast<std::size_t>(between(0, static_cast<int>(values.size()) - 1))];
  }
  /// Eighths are exact, however they are added up and moved.
  double eighths(int low, int high) { return between(8 * low, 8 * high) / 8.0; }

private:
  boost::random::mt19937_64 engine_;
};

/// Ascending, with several jobs at one date.
std::vector<double> dates(Chance& chance, int number) {
  std::vector<double> all{chance.one_of<double>({0, 1000.125})};
  while (static_cast<int>(all.size()) < number)
    all.push_back(all.back() + (chance.one_in(3) ? 0 : chance.eighths(0, 30)));
  return all;
}

class Rewriting : public ::testing::TestWithParam<int> {
protected:
  void write(const std::string& name, const std::string& text) const { write_text(folder_ / name, text); }

  /// What convert says below its first line.
  std::string convert(const std::string& from, const std::string& to,
                      const std::string& settings = "") const {
    const auto said = run_shell("\"$MALHA\" convert " + from + " " + to + " " + settings, folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
    return said.out.substr(said.out.find('\n') + 1);
  }

  void simulate(const std::string& file, const std::string& settings) const {
    const auto said =
        run_shell("rm -rf out-" + file + " && \"$MALHA\" simulate -d cluster.easy_backfill -w " + file +
                      " --set transport=instant -o out-" + file + " " + settings,
                  folder_.path());
    EXPECT_EQ(said.status, 0) << file << ": " << said.err;
  }

  /// What became of each job, in order of their ends. Users and queues are told apart and not named, since
  /// SWF gives them numbers; dates are those that do not depend on when the trace begins.
  Rows jobs_in(const std::string& run) const {
    Rows found;
    std::map<std::string, std::size_t> names;
    for (CsvReader rows(folder_ / run / "jobs.csv"); rows.next();) {
      std::string row;
      for (const auto* column :
           {"waiting_time", "execution_time", "requested_number_of_resources", "requested_time",
            "final_state", "allocated_resources", "preemptions", "restarts"})
        row += rows.text(column) + " ";
      for (const std::string column : {"user", "queue"})
        row +=
            rows.text(column).empty()
                ? "- "
                : std::to_string(names.emplace(column + rows.text(column), names.size()).first->second) + " ";
      found.push_back(row);
    }
    return found;
  }

  Rows ran(const std::string& file, const std::string& settings = "-p star") const {
    simulate(file, settings);
    return jobs_in("out-" + file);
  }

  TemporaryFolder folder_;
};

/// Lines of jobs with every field of SWF. A request may be below the run time, 0 or unknown.
std::string random_swf(Chance& chance) {
  constexpr int jobs = 30;
  std::string text = "; Version: 2.2\n";
  if (!chance.one_in(3))
    text += "; MaxProcs: 16\n";
  int number = 0;
  for (const double date : dates(chance, jobs)) {
    number += chance.between(1, 3);
    const int size = chance.between(1, 12);
    const bool ran = !chance.one_in(10);
    json fields{number,
                date,
                chance.one_of<double>({-1, 0, 7.25}),
                ran ? chance.one_in(8) ? 0.5 : chance.eighths(1, 200) : -1,
                size,
                chance.one_of<double>({-1, 90.5}),
                chance.one_of<int>({-1, 2048}),
                chance.one_in(4) ? -1 : size,
                chance.one_of<double>({-1, 0, 20, 100, 400}),
                chance.one_of<int>({-1, 4096}),
                ran ? chance.one_of<int>({0, 1}) : 5,
                chance.between(1, 4),
                chance.one_of<int>({-1, 3}),
                chance.one_of<int>({-1, 7}),
                chance.one_of<int>({-1, 0, 2}),
                chance.one_of<int>({-1, 1}),
                -1,
                -1};
    for (const auto& field : fields)
      text += field.dump() + " ";
    text += "\n";
  }
  return text;
}

TEST_P(Rewriting, SwfStaysTheSameThroughEveryFormat) {
  Chance chance(static_cast<std::uint64_t>(GetParam()));
  write("a.swf", random_swf(chance));
  convert("a.swf", "b.swf.gz");
  convert("b.swf.gz", "c.json");
  convert("c.json", "d.json");
  convert("d.json", "e.swf");
  // Run times of SWF are shorter on faster hosts, and stay so.
  for (const std::string settings :
       {"-p star", "-p star --set platform.speeds=1e9,2e9 --set platform.hosts=13",
        "-p star --set workload.reference_speed=4e9"}) {
    const auto jobs = ran("a.swf", settings);
    EXPECT_GT(jobs.size(), 10u);
    for (const auto* file : {"b.swf.gz", "c.json", "d.json", "e.swf"})
      EXPECT_EQ(ran(file, settings), jobs) << file << " " << settings;
  }
  // All 18 fields come back, of the jobs that are not skipped.
  const auto lines = [&](const std::string& name) {
    Rows found;
    std::istringstream in(text_of(folder_ / name));
    for (std::string line; std::getline(in, line);)
      if (line.front() != ';')
        found.push_back(line);
    return found;
  };
  convert("e.swf", "f.swf");
  EXPECT_EQ(lines("f.swf"), lines("e.swf"));
  run_shell("gunzip -c b.swf.gz > g.swf", folder_.path());
  EXPECT_EQ(lines("g.swf"), lines("e.swf"));
}

/// Jobs with all fields that Batsim's JSON and our extra_data have. `plain`: only such as SWF has, too.
json random_batsim(Chance& chance, bool plain) {
  constexpr int jobs = 30;
  json file{{"jobs", json::array()},
            {"profiles",
             {{"short", {{"type", "delay"}, {"delay", 12.5}}},
              {"none", {{"type", "delay"}, {"delay", 0}}},
              {"scaled", {{"type", "delay"}, {"delay", 60}, {"scaled", true}, {"np", 4}}},
              {"again", {{"type", "composed"}, {"nb", 3}, {"seq", {"short", "none"}}}},
              {"deep", {{"type", "composed"}, {"repeat", 2}, {"seq", {"again", "short"}}}},
              {"work", {{"type", "parallel_homogeneous"}, {"cpu", 3e10}, {"com", 0}}},
              {"total", {{"type", "parallel_homogeneous_total"}, {"cpu", 6.4e10}, {"com", 0}}},
              {"works", {{"type", "composed"}, {"seq", {"work", "work"}}, {"ret", 1}}}}}};
  if (!chance.one_in(3))
    file["nb_res"] = 16;
  const bool names = chance.one_in(2);
  std::vector<int> ids(jobs);
  for (int i = 0; i < jobs; ++i)
    ids[static_cast<std::size_t>(i)] = 3 * i + 1;
  for (std::size_t i = ids.size() - 1; i > 0; --i)
    std::swap(ids[i], ids[static_cast<std::size_t>(chance.between(0, static_cast<int>(i)))]);
  std::size_t at = 0;
  for (const double date : dates(chance, jobs)) {
    const auto number = ids[at++];
    json job{{"subtime", date}, {"res", chance.between(1, 12)}, {"extra_data", json::object()}};
    job["id"] = names ? json("job-" + std::to_string(number)) : json(number);
    job["profile"] = plain ? chance.one_of<std::string>({"short", "none", "again", "deep"})
                           : chance.one_of<std::string>(
                                 {"short", "none", "scaled", "again", "deep", "work", "total", "works"});
    auto& extra = job["extra_data"];
    if (!chance.one_in(4))
      extra["user"] = chance.one_of<json>({"anna", "01", "1", 1, "berta \"b\"", "cäsar"});
    if (chance.one_in(2))
      extra["queue"] = chance.one_of<json>({"night", 7, "7.0"});
    if (plain) {
      job["walltime"] = chance.one_of<double>({10, 100, 400});
    } else {
      if (!chance.one_in(3))
        job["walltime"] = chance.one_of<double>({-1, 10, 100, 400});
      if (chance.one_in(3))
        job["comment"] = "of a user; with = signs";
      if (chance.one_in(4))
        extra["input"] = 5e6;
      if (chance.one_in(4) && job["res"] > 1)
        extra["fragments"] = {{{"cpus", 1}, {"count", job["res"].get<int>() - 1}},
                              {{"cpus", 1}, {"exclusive", true}}};
      if (chance.one_in(4)) {
        extra["class"] = "qos";
        extra["deadline"] = date + 500;
        job["walltime"] = 400;
      }
    }
    file["jobs"].push_back(job);
  }
  return file;
}

TEST_P(Rewriting, BatsimStaysTheSameInBatsim) {
  Chance chance(static_cast<std::uint64_t>(GetParam()));
  write("a.json", random_batsim(chance, false).dump());
  convert("a.json", "b.json");
  convert("b.json", "c.json");
  EXPECT_EQ(text_of(folder_ / "c.json"), text_of(folder_ / "b.json"));
  const auto metadata = [&](const std::string& file) {
    Rows found; // which say what jobs ask of the cluster, too
    for (CsvReader rows(folder_ / ("out-" + file) / "jobs.csv"); rows.next();)
      found.push_back(rows.text("metadata"));
    return found;
  };
  for (const std::string platform : {"", "--set platform.speeds=1e9,2e9 --set platform.hosts=13 "}) {
    const auto settings = "-p star " + platform + "--set fragments=ignore";
    const auto jobs = ran("a.json", settings);
    EXPECT_EQ(ran("b.json", settings), jobs) << settings;
    EXPECT_EQ(metadata("b.json"), metadata("a.json"));
  }
}

TEST_P(Rewriting, WhatSwfHasOfBatsimStaysTheSame) {
  Chance chance(static_cast<std::uint64_t>(GetParam()));
  write("a.json", random_batsim(chance, true).dump());
  convert("a.json", "b.swf");
  convert("b.swf", "c.json");
  const auto jobs = ran("a.json");
  EXPECT_EQ(ran("b.swf"), jobs);
  EXPECT_EQ(ran("c.json"), jobs);
}

TEST_P(Rewriting, WhatSwfHasNotOfBatsimIsCounted) {
  Chance chance(static_cast<std::uint64_t>(GetParam()));
  const auto file = random_batsim(chance, false);
  write("a.json", file.dump());
  std::map<std::string, int> lost;
  for (const auto& job : file["jobs"]) {
    const auto& profile = job["profile"];
    const bool is_work = profile == "work" || profile == "works" || profile == "total";
    const auto& extra = job["extra_data"];
    lost["work, of which SWF holds the run time at the reference speed"] += is_work;
    lost["delay, which is a run time in SWF and takes less on a faster host"] +=
        !is_work && profile != "scaled";
    lost["without a walltime, for which readers of SWF take the run time"] +=
        !job.contains("walltime") || job["walltime"] == -1;
    lost["input that SWF has no field for"] += extra.contains("input");
    lost["fragments that SWF has no field for"] += extra.contains("fragments");
    lost["class and deadline that SWF has no field for"] += extra.contains("class");
    lost["run time at reference_speed, which the file does not say: give it again"] += profile == "scaled";
    lost["MaxProcs is left out, since the source does not say the size of its machine"] +=
        !file.contains("nb_res");
  }
  const auto said = "\n" + convert("a.json", "b.swf", "--set workload.reference_speed=1e9");
  const auto header = "\n" + text_of(folder_ / "b.swf");
  for (const auto& [what, number] : lost) {
    const auto line = what + ": " + std::to_string(number) + "\n";
    EXPECT_EQ(said.find("\n  " + line) != std::string::npos, number > 0) << line << said;
    EXPECT_EQ(header.find("\n; Note: " + line) != std::string::npos, number > 0) << line;
  }
}

/// Bags of tasks, which only brokers and the like run.
TEST_P(Rewriting, BagsStayTheSame) {
  Chance chance(static_cast<std::uint64_t>(GetParam()));
  json file{{"nb_res", 4}, {"jobs", json::array()}, {"profiles", json::object()}};
  for (int id = 100; id > 60; --id) {
    const auto length = std::to_string(chance.between(1, 50));
    file["profiles"][length] = {{"type", "delay"}, {"delay", std::stoi(length)}};
    const int bag = chance.between(0, 5);
    file["jobs"].push_back({{"id", id}, {"subtime", 10 * bag}, {"res", 1}, {"profile", length}});
    if (bag > 0)
      file["jobs"].back()["extra_data"] = {{"bag", bag}, {"user", bag % 2}, {"input", 1000 * bag}};
  }
  write("a.json", file.dump());
  convert("a.json", "b.json");
  const auto row = [&](const std::string& name) {
    const auto said = run_shell(
        "\"$MALHA\" simulate -p star -d broker.workqueue -w " + name + " -o out-" + name, folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
    Rows found;
    for (CsvReader rows(folder_ / ("out-" + name) / "jobs.csv"); rows.next();)
      found.push_back(rows.text("job_id") + " " + rows.text("job") + " " + rows.text("starting_time") + " " +
                      rows.text("finish_time") + " " + rows.text("allocated_resources") + " " +
                      rows.text("user"));
    return found;
  };
  EXPECT_EQ(row("b.json"), row("a.json"));
}

TEST_P(Rewriting, CsvStaysTheSameInTheOtherFormats) {
  Chance chance(static_cast<std::uint64_t>(GetParam()));
  std::string text = "when,took,hosts,limit,who,where\n";
  for (const double date : dates(chance, 30))
    text += shortest(date) + "," + shortest(chance.eighths(1, 200)) + "," +
            std::to_string(chance.between(1, 4)) + "," + chance.one_of<std::string>({"", "20", "400"}) + "," +
            chance.one_of<std::string>({"anna", "1", "01", "\"b, \"\"b\"\"\"", ""}) + "," +
            chance.one_of<std::string>({"night", "day", ""}) + "\n";
  write("a.csv", text);
  const std::string map =
      "--set workload.columns=submit:when,run:took,nodes:hosts,limit:limit,user:who,queue:where";
  const std::string unknown = ", since the source does not say the size of its machine: 30\n";
  EXPECT_NE(convert("a.csv", "b.json", map).find("nb_res, which Batsim needs, is left out" + unknown),
            std::string::npos);
  EXPECT_NE(convert("a.csv", "c.swf", map).find("MaxProcs is left out" + unknown), std::string::npos);
  EXPECT_EQ(text_of(folder_ / "b.json").find("nb_res"), std::string::npos);
  EXPECT_EQ(text_of(folder_ / "c.swf").find("Max" + std::string("Procs:")), std::string::npos);
  convert("b.json", "d.swf.gz");
  convert("c.swf", "e.json");
  const auto jobs = ran("a.csv", "-p star " + map);
  for (const auto* file : {"b.json", "c.swf", "d.swf.gz", "e.json"})
    EXPECT_EQ(ran(file), jobs) << file;
}

// A job that was cut at its walltime ended by itself as far as the record says, and a job that was rejected
// never ran; all others wait and run as before.
TEST_P(Rewriting, WhatARunDidIsDoneAgain) {
  Chance chance(static_cast<std::uint64_t>(GetParam()));
  write("a.swf", random_swf(chance));
  simulate("a.swf", "-p star --set platform.hosts=10");
  convert("out-a.swf", "b.swf");
  simulate("b.swf", "-p star"); // as many hosts as the run had
  const auto done = [&](const std::string& run) {
    Rows found;
    for (CsvReader rows(folder_ / run / "jobs.csv"); rows.next();)
      if (rows.text("final_state") != "REJECTED")
        found.push_back(rows.text("job_id") + " " + rows.text("waiting_time") + " " +
                        rows.text("execution_time") + " " + rows.text("allocated_resources") + " " +
                        rows.text("user") + " " + rows.text("queue"));
    return found;
  };
  EXPECT_EQ(done("out-b.swf"), done("out-a.swf"));
}

INSTANTIATE_TEST_SUITE_P(Seed, Rewriting, ::testing::Range(1, 6));

// The recorded machine has 16 processors and its largest job 2: three jobs of 2 run at once, and end at 100
// s.
TEST(RewritingTheMachine, IsNotItsLargestJob) {
  const TemporaryFolder folder;
  const std::string job = " 0 -1 100 2 -1 -1 2 200 -1 1 1 1 1 1 1 -1 -1\n";
  write_text(folder / "a.swf", "; MaxProcs: 16\n1" + job + "2" + job + "3" + job);
  for (const std::string command : {"convert a.swf b.json", "convert b.json c.json", "convert c.json d.swf"})
    ASSERT_EQ(run_shell("\"$MALHA\" " + command, folder.path()).status, 0);
  EXPECT_EQ(json::parse(text_of(folder / "c.json"))["nb_res"], 16);
  EXPECT_NE(text_of(folder / "d.swf").find("; MaxProcs: 16\n"), std::string::npos);
  for (const std::string name : {"a.swf", "b.json", "c.json", "d.swf"}) {
    auto command = "\"$MALHA\" simulate -p star -d cluster.fcfs --set transport=instant -w " + name;
    command.append(" -o out-").append(name);
    const auto said = run_shell(command, folder.path());
    EXPECT_NE(said.out.find("platform.hosts=16"), std::string::npos) << said.out << said.err;
    for (CsvReader rows(folder / ("out-" + name) / "jobs.csv"); rows.next();)
      EXPECT_EQ(rows.text("finish_time"), "100") << name;
  }
}

} // namespace rewriting_test
} // namespace malha::testing
