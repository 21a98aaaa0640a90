// SPDX-License-Identifier: MIT
// Series of prices, intensities of carbon and powers in CSV files.
#include "scenarios/workload/files/energy_series.hpp"

#include "policies/sdk/errors.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace energy_series_test {

class SeriesFiles : public ::testing::Test {
protected:
  EnergySeries read(const std::string& text, SeriesOf what = SeriesOf::intensities,
                    std::optional<Seconds> period = std::nullopt) const {
    write_text(file_, text);
    return read_energy_series(file_, what, period);
  }
  /// What is wrong with a file, behind its name.
  std::string refusal(const std::string& text, SeriesOf what = SeriesOf::intensities,
                      std::optional<Seconds> period = std::nullopt) const {
    const auto said = thrown<InputError>([&] { read(text, what, period); });
    return said.rfind(file_.string(), 0) == 0 ? said.substr(file_.string().size()) : said;
  }

  TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_ / "series.csv";
};

TEST_F(SeriesFiles, HaveOneSeriesForAllHosts) {
  const auto all = read("time,value\n0,100.07\n3600,93.6\n");
  EXPECT_EQ(all.by, EnergySeries::By::all);
  EXPECT_TRUE(all.notes.empty());
  const auto* series = all.of("any", "");
  ASSERT_NE(series, nullptr);
  EXPECT_EQ(series->value_at(3599), 100.07);
  EXPECT_EQ(series->value_at(1e9), 93.6);
}

TEST_F(SeriesFiles, HaveOneForEachSiteOrHost) {
  const auto sites = read("value,site,time\n1,rio,0\n5,\"sao, paulo\",0\n2,rio,10\n");
  EXPECT_EQ(sites.by, EnergySeries::By::site);
  EXPECT_EQ(sites.of("n0", "rio")->value_at(10), 2);
  EXPECT_EQ(sites.of("n0", "sao, paulo")->value_at(10), 5);
  EXPECT_EQ(sites.of("rio", "lyon"), nullptr);
  const auto hosts = read("time,value,host\n0,3,n0\n0,4,n1\n");
  EXPECT_EQ(hosts.of("n1", "n0")->value_at(0), 4);
  EXPECT_EQ(hosts.of("n2", "n0"), nullptr);
}

// SimGrid 4 keeps its dates as texts, in which 3600 stands behind 10800.
TEST_F(SeriesFiles, OfSimGrid4AreReadByNumbers) {
  const auto all = read("host_id,timestamp,carbon_intensity\nbr,0,100\nfr,0,29\nbr,3600,90\nbr,10800,80\n");
  EXPECT_EQ(all.by, EnergySeries::By::host);
  EXPECT_EQ(all.of("fr", "")->value_at(1e5), 29);
  EXPECT_EQ(all.of("br", "")->integral(0, 14400), 3600 * 100 + 7200 * 90 + 3600 * 80);
  EXPECT_EQ(refusal("host_id,timestamp,carbon_intensity\nbr,0,100\n", SeriesOf::prices),
            ":1: has the columns host_id, timestamp, carbon_intensity; valid: time,value; or "
            "site,time,value; or host,time,value");
}

TEST_F(SeriesFiles, ComeAgainWithAPeriod) {
  const auto all = read("time,value\n0,1\n10,3\n", SeriesOf::prices, 20);
  EXPECT_EQ(all.of("", "")->value_at(45), 1);
  EXPECT_EQ(all.of("", "")->value_at(55), 3);
  EXPECT_EQ(
      refusal("time,value\n5,1\n15,3\n", SeriesOf::prices, 10),
      ": a period of 10 s is too short for the series; valid: above 10, the time from the first date to "
      "the last");
}

TEST_F(SeriesFiles, MayHavePricesBelow0) {
  EXPECT_EQ(read("time,value\n0,-20.5\n", SeriesOf::prices).of("", "")->value_at(0), -20.5);
  for (const auto what : {SeriesOf::intensities, SeriesOf::powers})
    EXPECT_EQ(refusal("time,value\n0,1\n5,-20.5\n", what),
              ":3: value cannot be '-20.5'; valid: a finite number, 0 or more");
}

TEST_F(SeriesFiles, SayThatTheyBeginLate) {
  EXPECT_EQ(read("time,site,value\n0,rio,1\n60,lyon,1\n").notes,
            std::vector<std::string>{"the series of site 'lyon' in " + file_.string() +
                                     " begins at 60 s; before, its first value holds"});
}

TEST_F(SeriesFiles, AreRefusedWhereDatesDoNotRise) {
  EXPECT_EQ(refusal("time,value\n0,1\n10,2\n5,3\n"), ":4: time 5 comes behind 10; valid: dates that rise");
  EXPECT_EQ(refusal("time,value\n0,1\n10,2\n10,3\n"), ":4: time 10 comes again; valid: dates that rise");
  EXPECT_EQ(refusal("host,time,value\na,0,1\nb,0,1\na,0,1\n"),
            ":4: time 0 of host 'a' comes again; valid: dates that rise");
}

TEST_F(SeriesFiles, AreRefusedWhereSomethingIsNoNumber) {
  for (const std::string bad : {"nan", "inf", "x", "", "1e400", "1;2"}) {
    EXPECT_EQ(refusal("time,value\n0," + bad + "\n", SeriesOf::prices),
              ":2: value cannot be '" + bad + "'; valid: a finite number");
    EXPECT_EQ(refusal("time,value\n" + bad + ",0\n", SeriesOf::prices),
              ":2: time cannot be '" + bad + "'; valid: a finite number, 0 or more");
  }
  EXPECT_EQ(refusal("time,value\n-1,0\n", SeriesOf::prices),
            ":2: time cannot be '-1'; valid: a finite number, 0 or more");
}

TEST_F(SeriesFiles, AreRefusedWithOtherColumnsOrNoRows) {
  const std::string valid = "; valid: time,value; or site,time,value; or host,time,value";
  for (const std::string columns : {"time", "time,price", "time,value,value", "time,value,unit",
                                    "time,value,site,host", "time,time", "timestamp,carbon_intensity"}) {
    std::string names = columns;
    for (auto at = names.find(','); at != std::string::npos; at = names.find(',', at + 2))
      names.replace(at, 1, ", ");
    EXPECT_EQ(refusal(columns + "\n", SeriesOf::prices), ":1: has the columns " + names + valid);
  }
  EXPECT_EQ(refusal("time,value\n"),
            ": has no row behind the header; valid: at least one date with its value");
  EXPECT_EQ(refusal("site,time,value\n,0,1\n"), ":2: names no site; valid: a name");
  EXPECT_EQ(refusal("time,value\n0,1,2\n"), ":2: has 3 fields; valid: 2, as many as the header has");
}

} // namespace energy_series_test
} // namespace malha::testing
