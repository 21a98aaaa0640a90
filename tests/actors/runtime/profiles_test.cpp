// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/platform.hpp"
#include "actors/runtime/simgrid/simgrid_library.hpp"
#include "actors/runtime/simgrid/versions.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>
#include <simgrid/s4u.hpp>

namespace malha::testing {
namespace profiles_test {

namespace s4u = simgrid::s4u;

std::string text_of(const Profile& profile) {
  std::string text = name_of(profile.kind) + " of " + profile.where + ":";
  for (const auto& point : profile.points)
    text += " " + shortest(point.date) + "=" + shortest(point.value);
  return text + (profile.period < never ? " every " + shortest(profile.period) : "");
}

class ReadProfiles : public ::testing::Test {
protected:
  /// One host "one" with these attributes, a link "wire" with those, and what stands before and behind the
  /// zone.
  PlatformSource read(const std::string& of_host, const std::string& of_link = "",
                      const std::string& before = "", const std::string& behind = "") {
    write_text(file_,
               "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
               "<platform version=\"4.1\">\n" +
                   before + "<zone id=\"zone\" routing=\"Full\">\n<host id=\"one\" speed=\"1Gf\" " + of_host +
                   "/>\n<link id=\"wire\" bandwidth=\"1MBps\" latency=\"1ms\" " + of_link + "/>\n</zone>\n" +
                   behind + "</platform>\n");
    return read_platform_file(file_);
  }
  std::vector<std::string> texts(const PlatformSource& platform) {
    std::vector<std::string> all;
    for (const auto& profile : platform.profiles)
      all.push_back(text_of(profile));
    return all;
  }
  /// What is wrong with a speed profile of that text, without the folder.
  std::string refusal(const std::string& profile) {
    write_text(folder_ / "p", profile);
    return without_folder(thrown<InputError>([&] { read("speed_file=\"p\""); }));
  }
  std::string without_folder(const std::string& message) const {
    const auto folder = folder_.path().string() + "/";
    return message.compare(0, folder.size(), folder) == 0 ? message.substr(folder.size()) : message;
  }

  TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_ / "grid.xml";
};

TEST_F(ReadProfiles, AreReadFromEveryAttribute) {
  write_text(folder_ / "speed", "# date value\n0.0 1.0\n\n 10 0.5\r\n% as in Matlab\n20 1\nLOOPAFTER 5\n");
  write_text(folder_ / "host", "0 0\n3 1\n");
  write_text(folder_ / "bandwidth", "PERIODICITY 12\n4 4e7\n8 6e7\n");
  write_text(folder_ / "latency", "1 0.001");
  write_text(folder_ / "link", "1 0\n1 1\nLOOPAFTER 1\n");
  const auto platform = read("speed_file=\"speed\" state_file=\"host\"",
                             "bandwidth_file=\"bandwidth\" latency_file=\"latency\" state_file=\"link\"");
  EXPECT_EQ(texts(platform),
            (std::vector<std::string>{
                "host_speed of one: 0=1 10=0.5 20=1 every 25", // 20, and 5 behind it
                "host_state of one: 0=0 3=1", "link_bandwidth of wire: 4=4e+07 8=6e+07 every 12",
                "link_latency of wire: 1=0.001", "link_state of wire: 1=0 1=1 every 2"}));
  std::vector<std::string> files;
  for (const auto& file : platform.profile_files)
    files.push_back(file.filename().string());
  EXPECT_EQ(files, (std::vector<std::string>{"speed", "host", "bandwidth", "latency", "link"}));
  EXPECT_EQ(platform.profiles.back().place, file_.string() + ":6");
}

TEST_F(ReadProfiles, AreReadUnderTheOldNameOfTheAttribute) {
  write_text(folder_ / "p", "1 0.5\n");
  EXPECT_EQ(texts(read("availability_file=\"p\"")), std::vector<std::string>{"host_speed of one: 1=0.5"});
}

TEST_F(ReadProfiles, AreReadFromTraces) {
  write_text(folder_ / "p", "2 0.25\n");
  const auto platform = read("", "",
                             "<trace id=\"A\" periodicity=\"21\">\n 0 1\n 11 0.5\n</trace>\n"
                             "<trace id=\"B\" file=\"p\" periodicity=\"-1\"/>\n",
                             "<trace_connect kind=\"SPEED\" trace=\"B\" element=\"one\"/>\n"
                             "<trace_connect trace=\"A\" element=\"one\"/>\n"
                             "<trace_connect kind=\"SPEED\" trace=\"A\" element=\"node-1\"/>\n");
  EXPECT_EQ(texts(platform),
            (std::vector<std::string>{"host_speed of one: 2=0.25", "host_state of one: 0=1 11=0.5 every 21",
                                      "host_speed of node-1: 0=1 11=0.5 every 21"}));
  EXPECT_EQ(platform.profile_files, std::vector<std::filesystem::path>{folder_ / "p"});
}

TEST(ProfileOverTime, HoldsItsLastValueAndRepeats) {
  const Profile once{Profile::Kind::host_speed, "one", {{1, 0.5}, {1, 0.25}, {4, 1}}};
  EXPECT_EQ(value_at(once, 0.5, 9), 9);
  EXPECT_EQ(value_at(once, 1, 9), 0.25); // of two at one date the last
  EXPECT_EQ(value_at(once, 100, 9), 1);
  EXPECT_EQ(next_point(once, 0), 1);
  EXPECT_EQ(next_point(once, 1), 4);
  EXPECT_EQ(next_point(once, 4), never);

  auto again = once;
  again.period = 5; // 1, 4, 6, 9, 11, …
  EXPECT_EQ(value_at(again, 5.5, 9), 1);
  EXPECT_EQ(value_at(again, 6, 9), 0.25);
  EXPECT_EQ(value_at(again, 9, 9), 1);
  EXPECT_EQ(next_point(again, 4), 6);
  EXPECT_EQ(next_point(again, 5), 6);
  EXPECT_EQ(next_point(again, 9.5), 11);
}

/// SimGrid itself says what the host delivers, at dates between the points.
TEST_F(ReadProfiles, AreWhatSimGridDoes) {
  write_text(folder_ / "p", "0 4e5\n1.2 3e5\nPERIODICITY 2.5\n");
  const auto platform = read("", "bandwidth_file=\"p\"",
                             "<trace id=\"A\" periodicity=\"-1\">1 0.5\n2 0.25\n 4 0.75\nLOOPAFTER 3</trace>",
                             "<trace_connect kind=\"SPEED\" trace=\"A\" element=\"one\"/>");
  static char program[] = "test";
  static char* arguments[] = {program, nullptr};
  int count = 1;
  auto* engine = new s4u::Engine(&count, arguments); // never destroyed, as in the program
  RandomStreams random(0);
  const Grid grid(platform, random, *engine);
  auto* host = grid.select("one").front();
  const auto* wire = s4u::Link::by_name("wire");
  int asked = 0;
  add_actor("asking", host, [&] {
    for (Seconds date = 0.1; date < 30; date += 0.3, ++asked) {
      s4u::this_actor::sleep_until(date);
      EXPECT_EQ(host->get_available_speed(), value_at(platform.profiles[1], date, 1)) << date;
      EXPECT_EQ(wire->get_bandwidth(), value_at(platform.profiles[0], date, 1e6)) << date;
    }
  });
  engine->run();
  EXPECT_EQ(asked, 100);
}

TEST_F(ReadProfiles, RefuseLinesThatSimGridAbortsOnOrMisreads) {
  const std::string valid = "' is no line of a profile; valid: a date and a value, LOOPAFTER and seconds, "
                            "PERIODICITY and seconds, or a comment behind #";
  for (const auto* line : {"1", "1 2 3", "1 x", "1x 2", "nan 1", "1 nan", "1 inf", "LOOPAFTER", "LOOPAFTER x",
                           "LOOPAFTER inf", "DET 1 DET 2"})
    EXPECT_EQ(refusal("0 1\n" + std::string(line) + "\n"), "p:2: '" + std::string(line) + valid);
  EXPECT_EQ(refusal("# nothing\n"), "p:1: the profile has no point; valid: lines of a date and a value");
  EXPECT_EQ(refusal("2 1\n1 1\n"),
            "p:2: date 1 is before that of the line above; valid: dates from 0 that do not decrease");
  EXPECT_EQ(refusal("-1 1\n"), "p:1: date -1 is before 0; valid: dates from 0 that do not decrease");
  EXPECT_EQ(refusal("1 -0.5\n"), "p:1: value -0.5 cannot be a host_speed; valid: 0 or more");
  EXPECT_EQ(refusal("STOCHASTIC\nDET 1 UNIF 0 1\n"),
            "p:1: a stochastic profile is drawn by SimGrid, and no seed of ours would vary it; valid: lines "
            "of a date and a value");
  write_text(folder_ / "p", "1 0\n");
  EXPECT_EQ(without_folder(thrown<InputError>([&] { read("", "bandwidth_file=\"p\""); })),
            "p:1: value 0 cannot be a link_bandwidth; valid: above 0");
}

TEST_F(ReadProfiles, RefuseRepetitionsThatDoNotAdvance) {
  // One point at 0 that comes again at 0 + 0: SimGrid 3.32 never gets past that date.
  EXPECT_EQ(refusal("0 1\nLOOPAFTER 0\n"),
            "p:2: the profile repeats after 0 s; valid: after 0.001 s or more");
  EXPECT_EQ(refusal("0 1\nPERIODICITY 0\n"),
            "p:2: the profile repeats after 0 s; valid: after 0.001 s or more");
  EXPECT_EQ(refusal("0 1\nLOOPAFTER 1e-9\n"),
            "p:2: the profile repeats after 1e-09 s; valid: after 0.001 s or more");
  EXPECT_EQ(refusal("0 1\nLOOPAFTER -1\n"), "p:2: LOOPAFTER -1 is below 0");
  EXPECT_EQ(refusal("0 1\nLOOPAFTER 1\nLOOPAFTER 2\n"), "p:3: a second LOOPAFTER");
  EXPECT_EQ(refusal("1 1\n5 1\nPERIODICITY 4\n"),
            "p:3: the profile repeats after 4 s, before its last point at 5 s");
  EXPECT_EQ(refusal("1 1\nLOOPAFTER 4\nPERIODICITY 9\n"),
            "p:3: the profile has a LOOPAFTER and a periodicity; valid: one of them");
  EXPECT_EQ(refusal("1 1\nLOOPAFTER 0\n"), "(nothing)"); // every second
}

TEST_F(ReadProfiles, RefuseFilesThatAreNone) {
  EXPECT_EQ(without_folder(thrown<InputError>([&] { read("state_file=\"/dev/zero\""); })),
            "grid.xml:5: profile file '/dev/zero' is absolute; valid: a path from the platform's folder");
  std::filesystem::create_symlink("/dev/zero", folder_ / "zero");
  EXPECT_EQ(without_folder(thrown<InputError>([&] { read("state_file=\"zero\""); })),
            "grid.xml:5: profile file 'zero' is no regular file");
  EXPECT_EQ(without_folder(thrown<InputError>([&] { read("state_file=\"nothing\""); })),
            "grid.xml:5: profile file 'nothing' is not in the platform's folder");
  write_text(folder_ / "p", "1 1\n");
  EXPECT_EQ(without_folder(thrown<InputError>([&] { read("state_file=\"p\" speed_file=\"p\""); })),
            "grid.xml:5: profile file 'p' is named twice, which " + simgrid_name() +
                " refuses; valid: a copy of it "
                "under another name");
}

/// SimGrid 3.32 looks for profiles in the current folder first, and only then beside the platform.
TEST_F(ReadProfiles, RefuseAFileOfThatNameInTheCurrentFolder) {
  write_text(folder_ / "p", "1 1\n");
  std::filesystem::create_directory(folder_ / "current");
  write_text(folder_ / "current/p", "1 0.5\n");
  std::filesystem::current_path(folder_ / "current");
  EXPECT_EQ(without_folder(thrown<InputError>([&] { read("speed_file=\"p\""); })),
            "grid.xml:5: profile file 'p' is in the current folder, too, where " + simgrid_name() +
                " looks first; "
                "valid: another current folder");
  std::filesystem::current_path(folder_.path());
  EXPECT_EQ(texts(read("speed_file=\"p\"")).size(), 1u); // here they are the same
}

TEST_F(ReadProfiles, RefuseTracesOfWhichSimGridIgnoresSomething) {
  const std::string trace = "<trace id=\"A\" periodicity=\"9\">1 1</trace>\n";
  const std::string speed = "<trace_connect kind=\"SPEED\" trace=\"A\" element=\"one\"/>\n";
  write_text(folder_ / "p", "1 1\n");
  const auto said = [&](const std::string& before, const std::string& behind = "",
                        const std::string& of_host = "") {
    return without_folder(thrown<InputError>([&] { read(of_host, "", before, behind); }));
  };
  EXPECT_EQ(said("<trace id=\"A\" file=\"p\" periodicity=\"9\"/>"),
            "grid.xml:4: periodicity '9' is ignored by " + simgrid_name() +
                " if <trace> has a file; valid: "
                "periodicity=\"-1\", and a line PERIODICITY 9 in the file");
  EXPECT_EQ(said("<trace id=\"A\" file=\"p\" periodicity=\"-1\">1 1</trace>"),
            "grid.xml:4: <trace> has a file and a text; valid: one of them");
  EXPECT_EQ(said("<trace id=\"A\" periodicity=\"9\">1 1\n<!-- -->2 1</trace>"),
            "grid.xml:4: the text of <trace> is interrupted; valid: lines, without comments of XML");
  EXPECT_EQ(said("<trace id=\"A\" periodicity=\"soon\">1 1</trace>"),
            "grid.xml:4: periodicity 'soon' is not a number of seconds; valid: above 0, or -1 for a trace "
            "that is not repeated");
  EXPECT_EQ(said(trace + trace), "grid.xml:5: a second trace 'A'");
  EXPECT_EQ(said(trace, speed + "<trace_connect kind=\"SPEED\" trace=\"A\" element=\"two\"/>"),
            "grid.xml:10: trace 'A' is connected twice as SPEED, of which " + simgrid_name() +
                " ignores one; valid: a "
                "copy of the trace");
  EXPECT_EQ(said(trace, speed, "speed_file=\"p\""), "grid.xml:9: 'one' has a second host_speed profile");
  EXPECT_EQ(said("", speed), "grid.xml:8: there is no trace 'A' above");
  EXPECT_EQ(said(trace, "<trace_connect kind=\"POWER\" trace=\"A\" element=\"one\"/>"),
            "grid.xml:9: kind 'POWER' is unknown; valid: HOST_AVAIL, SPEED");
  EXPECT_EQ(said(trace, "<trace_connect kind=\"BANDWIDTH\" trace=\"A\" element=\"wire\"/>"),
            "grid.xml:9: kind 'BANDWIDTH' makes " + simgrid_name() +
                " abort; valid: the attribute bandwidth_file of "
                "<link>");
  EXPECT_EQ(said("<trace id=\"A\" periodicity=\"9\">\n0 1\nx</trace>", speed),
            "grid.xml:6: 'x' is no line of a profile; valid: a date and a value, LOOPAFTER and seconds, "
            "PERIODICITY and seconds, or a comment behind #");
}

} // namespace profiles_test
} // namespace malha::testing
