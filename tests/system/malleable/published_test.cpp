// SPDX-License-Identifier: MIT
// Dates of other programs and of other hands, of whole runs of the program.
#include "sized_jobs_program.hpp"

#include "policies/sdk/split.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace malha::testing {
namespace published_test {

using Rows = std::map<std::int64_t, std::string>;

/// Eight significant digits.
std::string digits(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.9g", value);
  return text.data();
}

class PublishedSizes : public SizedJobsProgram {
protected:
  /// Of each job "date:nodes …; end". Jobs without rows in sizes.csv have the nodes of jobs.csv throughout.
  Rows rows_of(const std::string& out) const {
    Rows sizes, rows;
    if (is_there(out + "/sizes.csv"))
      for (CsvReader csv(folder_ / out / "sizes.csv"); csv.next();) {
        auto& text = sizes[csv.integer("job_id")];
        text += (text.empty() ? "" : " ") + digits(csv.real("time")) + ':' + csv.text("nodes");
      }
    for (CsvReader csv(folder_ / out / "jobs.csv"); csv.next();) {
      const auto job = csv.integer("job_id");
      auto& text = sizes[job];
      if (text.empty())
        text = digits(csv.real("starting_time")) + ':' + csv.text("requested_number_of_resources");
      rows[job] = text + "; " + digits(csv.real("finish_time"));
    }
    return rows;
  }
  bool is_there(const std::string& file) const { return std::filesystem::exists(folder_ / file); }
};

constexpr const char* columns =
    "--set workload.columns=job:id,submit:submit,type:type,min:min,pref:pref,max:max,"
    "work:work,law:law,parts:parts,cost:cost,asks:asks";

/// Four jobs of four types on four nodes, by hand and by two simulators that share nothing with the program.
/// The dates are derived in tests/actors/cluster/malleable/reference_test.cpp.
TEST_F(PublishedSizes, OfFourJobsAreThoseOfTheReference) {
  write_text(folder_ / "four.csv", "id,submit,type,min,pref,max,work,law,parts,cost,asks\n"
                                   "0,0,malleable,1,2,4,24,linear,6,0,\n"
                                   "1,1,rigid,2,2,2,8,linear,1,0,\n"
                                   "2,2,moldable,1,1,2,6,linear,1,0,\n"
                                   "3,3,evolving,1,1,3,6,linear,3,1,1:3 2:1\n");
  const Rows rigid{{0, "0:2; 12"}, {1, "1:2; 5"}, {2, "5:1; 11"}, {3, "5:1; 11"}};
  const Rows equal{{0, "0:4 1:2 3:1 7:2 9:3; 11.6666667"}, {1, "1:2; 5"}, {2, "3:1; 9"}, {3, "5:1; 11"}};
  const std::vector<std::pair<std::string, Rows>> expected{
      {"fcfs", rigid},
      {"greedy", {{0, "0:4; 6"}, {1, "6:2; 10"}, {2, "6:2; 9"}, {3, "9:2 10:3 11.6666667:1; 14.6666667"}}},
      {"equi", equal},
      {"shrink_to_start --set policy.rule=min", equal},
      {"shrink_to_start --set policy.rule=pref",
       {{0, "0:4 1:2; 11"}, {1, "1:2; 5"}, {2, "5:1; 11"}, {3, "5:1; 11"}}},
      {"shrink_to_start --set policy.rule=keep_pref", rigid}};
  int run = 0;
  for (const auto& [policy, rows] : expected) {
    const std::string out = "out-" + std::to_string(++run);
    run_validly(policy, "-p star --set platform.hosts=4 -w four.csv " + std::string(columns), out);
    EXPECT_EQ(rows_of(out), rows) << policy;
    EXPECT_EQ(is_there(out + "/sizes.csv"), policy != "fcfs");
  }
}

/// Jobs of EPCC's study of Cirrus, mira-cirrus-elastisim 938f4d0, cirrus-cpu-simple-moldable-short, and the
/// ends that ElastiSim printed.
TEST_F(PublishedSizes, OfNineMoldableJobsAreThoseOfElastiSim) {
  write_text(folder_ / "short.csv", "submit,nodes,run,min_nodes,max_nodes\n0,756,1423,378,1512\n"
                                    "715,576,448,288,1152\n715,576,472,288,1152\n715,576,420,288,1152\n"
                                    "1698,756,1478,378,1512\n2423,32,2592,16,64\n3359,32,605,16,64\n"
                                    "3359,32,613,16,64\n3359,32,560,16,64\n");
  run_validly("greedy",
              "-p star --set platform.hosts=13249 -w short.csv --set workload.sizes_type=moldable --set "
              "scale_limits=on "
              "--set workload.columns=submit:submit,nodes:nodes,run:run,min:min_nodes,max:max_nodes",
              "out");
  std::map<std::int64_t, double> ends;
  for (CsvReader csv(folder_ / "out/jobs.csv"); csv.next();)
    ends[csv.integer("job_id")] = csv.real("finish_time");
  const std::vector<double> published{711.5, 939, 951, 925, 2437, 3719, 3661.5, 3665.5, 3639};
  ASSERT_EQ(ends.size(), published.size());
  auto end = ends.begin();
  for (const double expected : published)
    EXPECT_DOUBLE_EQ((end++)->second, expected);
}

/// Rigid jobs of ProjectWagomu, MalleableJobScheduling, input_files/small, whose run times follow from
/// Amdahl's law: 174634.39623331802 / (1 / (.05 + .95 / 4)) = 50207.38891707894 s for the first.
TEST_F(PublishedSizes, OfJobsWithWorkFollowAmdahlsLaw) {
  write_text(
      folder_ / "small.csv",
      "submit,nodes,work,parallel_share\n0,4,174634.39623331802,0.95\n4140,1,5.0,0.999\n"
      "14219,4,177408.6434649175,0.95\n31088,4,171924.92389302514,0.95\n38278,4,174207.94094705468,0.95\n"
      "50659,4,178383.80816162642,0.95\n53888,2,58126.30820390868,0.95\n59167,4,177856.83359712016,0.95\n");
  run_validly("easy_backfill",
              "-p star --set platform.hosts=16 -w small.csv "
              "--set workload.columns=submit:submit,nodes:nodes,work:work,law:parallel_share:amdahl",
              "out");
  const std::vector<double> derived{50207.38891707894, 4145.0,
                                    65223.98499616379, 80516.41561924474,
                                    88362.78302227822, 101944.3448464676,
                                    95740.29680321584, 131650.2552784168};
  std::map<std::int64_t, double> ends;
  for (CsvReader csv(folder_ / "out/jobs.csv"); csv.next();)
    ends[csv.integer("job_id")] = csv.real("finish_time");
  ASSERT_EQ(ends.size(), derived.size());
  auto end = ends.begin();
  for (const double expected : derived)
    EXPECT_NEAR((end++)->second, expected, 1e-9 * expected);
}

struct Means {
  double waiting = 0, turnaround = 0;
  int jobs = 0;
};

/// Over jobs that start in [5000, 23000], as EPCC's analysis counts them.
Means means_of(const std::filesystem::path& jobs) {
  Means means;
  for (CsvReader csv(jobs); csv.next();)
    if (const double start = csv.real("starting_time"); start >= 5000 && start <= 23000) {
      ++means.jobs;
      means.waiting += csv.real("waiting_time");
      means.turnaround += csv.real("turnaround_time");
    }
  means.waiting /= means.jobs;
  means.turnaround /= means.jobs;
  return means;
}

/// The file in the folders that the variable names; "": it is not there.
std::string found_in(const char* variable, const std::string& file) {
  const char* folders = std::getenv(variable);
  for (const auto& folder : split(folders == nullptr ? "" : folders, ':'))
    if (std::filesystem::is_regular_file(std::filesystem::path(folder) / file))
      return (std::filesystem::path(folder) / file).string();
  return "";
}

/// The jobs of Cirrus, early 2024, which are not shipped. The rigid numbers are in
/// analysis/combined_stats.json of EPCC's study. The moldable ones are those of a simulator by other hands
/// that decides once a date; ElastiSim decides after each event: 127.71 and 336.99 s.
TEST_F(PublishedSizes, OfCirrusHaveThePublishedWaits) {
  const auto file = found_in("MALHA_FILES", "cirrus_2024q1.csv.gz");
  if (file.empty())
    GTEST_SKIP() << "MALHA_FILES names no folder with cirrus_2024q1.csv.gz";
  const std::string words = "-p star --set platform.hosts=13249 -w '" + file +
                            "' --set workload.sizes_type=moldable --set scale_limits=on --set "
                            "workload.columns=submit:submit,nodes:nodes,run:run,min:min_nodes,max:max_nodes";
  run_validly("fcfs", words, "rigid");
  run_validly("greedy", words, "moldable");
  const auto rigid = means_of(folder_ / "rigid/jobs.csv"), moldable = means_of(folder_ / "moldable/jobs.csv");
  EXPECT_EQ(rigid.jobs, 10714);
  EXPECT_NEAR(rigid.waiting, 160.29503453424945, 1e-8);
  EXPECT_NEAR(rigid.turnaround, 495.71961918984505, 1e-8);
  EXPECT_EQ(moldable.jobs, 10742);
  EXPECT_NEAR(moldable.waiting, 143.23255777383775, 1e-8);
  EXPECT_NEAR(moldable.turnaround, 341.2727141786122, 1e-8);
}

} // namespace published_test
} // namespace malha::testing
