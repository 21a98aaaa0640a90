# SPDX-License-Identifier: MIT
# ctest includes this for each executable, of which CMakeLists.txt says the name, the program, the kinds of its tests and
# more. A ctest test is many tests of one kind, each of which runs in a child of its process. With MALHA_TESTS_SINGLY in
# the environment each test is a ctest test, as the files of `singly` say.
if(DEFINED ENV{MALHA_TESTS_SINGLY})
  foreach(file ${singly})
    include(${file})
  endforeach()
  return()
endif()
if(NOT EXISTS ${program})
  add_test(${name}.is_not_built ${program})
  return()
endif()

# How many tests are one ctest test: so many that it takes some seconds, and that all spread over the processors.
set(size_of_unit 100)
set(size_of_system 24)
set(size_of_differential 16)
set(size_of_study 1)

foreach(kind ${kinds})
  # The program lists a suite in a line of its own, and each of its tests in one that begins with blanks.
  set(list ${folder}/test_${name}.${kind}.txt)
  if(${program} IS_NEWER_THAN ${list} OR ${folder}/test_${name}.cmake IS_NEWER_THAN ${list}) # which has the filters
    execute_process(COMMAND ${program} --gtest_list_tests --gtest_filter=${filter_of_${kind}} OUTPUT_FILE ${list}
                    COMMAND_ERROR_IS_FATAL ANY)
  endif()
  file(STRINGS ${list} tests REGEX "^  ")
  list(LENGTH tests number)
  math(EXPR shards "(${number} + ${size_of_${kind}} - 1) / ${size_of_${kind}}")
  foreach(shard RANGE 1 ${shards})
    if(shards EQUAL 0)
      break()
    endif()
    math(EXPR index "${shard} - 1")
    set(test ${prefix}${name}.${kind}.${shard})
    add_test(${test} ${program} --gtest_filter=${filter_of_${kind}})
    set_tests_properties(${test} PROPERTIES LABELS "${kind};${labels}" COST ${cost_of_${kind}}
                                            ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index}")
  endforeach()
endforeach()
